// The page is written in English; Chinese stands in attributes beside it.
{
  const own = document.documentElement.lang;
  const texts = [...document.querySelectorAll("[data-zh]")].map(e => [e, e.textContent, e.dataset.zh]);
  const labels = [...document.querySelectorAll("[data-zh-label]")].map(e => [e, e.getAttribute("aria-label"), e.dataset.zhLabel]);
  const titles = [...document.querySelectorAll("[data-zh-title]")].map(e => [e, e.title, e.dataset.zhTitle]);
  const button = document.getElementById("language");
  let lang = readerLanguage.first(["en", "zh"], own);
  const draw = () => {
    document.documentElement.lang = lang;
    for (const [e, en, zh] of texts) e.textContent = lang === "zh" ? zh : en;
    for (const [e, en, zh] of labels) e.setAttribute("aria-label", lang === "zh" ? zh : en);
    for (const [e, en, zh] of titles) e.title = lang === "zh" ? zh : en;
    button.textContent = lang === "zh" ? "English" : "中文";
    button.lang = lang === "zh" ? "en" : "zh";
  };
  button.hidden = false;
  button.addEventListener("click", () => {
    lang = lang === "zh" ? "en" : "zh";
    readerLanguage.choose(lang);
    draw();
  });
  draw();
}
