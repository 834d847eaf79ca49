// The language in which a page first speaks, and the reader's choice of another.

const readerLanguage = (() => {
  const key = "taskgrove:language";
  const named = () => /[#?&]lang=([A-Za-z-]+)/.exec(location.hash)?.[1];
  let chosen = ""; // by the reader or the address; it stays in the address

  // A page whose storage is forbidden forgets the choice, nothing else.
  const stored = () => { try { return localStorage.getItem(key); } catch { return null; } };
  const store = l => { try { localStorage.setItem(key, l); } catch { /* as above */ } };

  /** Puts the choice into the address, so that a link that is passed on keeps it. */
  function mark() {
    if (!chosen || named() === chosen) return;
    const bare = location.hash.replace(/([#?&])lang=[A-Za-z-]*&?/, "$1").replace(/[?&]$/, "");
    const joint = bare.length < 2 ? "#" : bare.includes("?") ? bare + "&" : bare + "?";
    history.replaceState(history.state, "", joint + "lang=" + chosen);
  }
  addEventListener("hashchange", mark);

  return {
    /**
     * The first that the page speaks of: the language that the address names (#lang=en), the
     * one that the reader chose last, those of the browser, and the page's own.
     */
    first(spoken, own) {
      const primary = l => String(l || "").toLowerCase().split("-")[0];
      if (spoken.includes(named())) chosen = named();
      return [chosen, stored(), ...(navigator.languages || [navigator.language]).map(primary)].find(l => spoken.includes(l)) || own;
    },

    /** Puts the choice back into an address that the page has replaced. */
    keep: mark,

    /** Remembers the reader's choice, in this browser and in the address. */
    choose(l) {
      chosen = l;
      store(l);
      mark();
    },
  };
})();
