// Tables for other programs: every table of the page can be copied as CSV and as LaTeX.

/** The buttons below a table that copy it. */
function copiers(el, caption) {
  const copying = (form, write) => button(form, () => copyText(write(tableCells(el), caption)), { class: "quiet", "aria-label": t("copyTable", form, caption) });
  return h("div", { class: "copiers" }, copying("CSV", asCSV), copying("LaTeX", asLaTeX));
}

async function copyText(value) {
  try {
    await navigator.clipboard.writeText(value);
    notice(t("copied"));
  } catch { notice(t("notCopied")); }
}

/** The cells of a table on the page as rows of { text, best }, the head first. Pictures are left out, and intervals get a
 * column of their own. */
function tableCells(el) {
  const rows = [...el.rows].filter(tr => tr.getAttribute("aria-hidden") !== "true").map(tr => [...tr.cells].map(cellParts));
  const empty = { text: "", range: "", best: false }, out = rows.map(() => []);
  for (let c = 0; c < Math.max(0, ...rows.map(r => r.length)); c++) {
    const column = rows.map(r => r[c] || empty);
    if (column.some(x => x.text)) column.forEach((x, i) => out[i].push({ text: x.text, best: x.best }));
    if (column.some(x => x.range)) column.forEach((x, i) => out[i].push({ text: el.tHead && !i ? t("interval") : x.range, best: false }));
  }
  return out;
}

// cellParts are what a cell says, and the interval in it.
function cellParts(cell) {
  const parts = { text: "", range: "", best: Boolean(cell.querySelector("strong.best")) };
  let before = null;
  const walk = node => {
    if (node.nodeType === Node.TEXT_NODE) {
      const to = node.parentElement.closest(".range") ? "range" : "text";
      const joined = before && before.to === to && (before.bdi && before.bdi === node.parentElement.closest("bdi") || node.data.startsWith("/") || node.data === "*");
      parts[to] += (joined ? "" : " ") + node.data;
      before = { to, bdi: node.parentElement.closest("bdi") };
    } else if (node.classList.contains("unseen-char")) {
      parts.text += `[${node.dataset.name}]`;
    } else if (node.tagName !== "svg" && !node.classList.contains("bar-fill")) {
      node.childNodes.forEach(walk);
    }
  };
  cell.childNodes.forEach(walk);
  for (const k of ["text", "range"]) parts[k] = parts[k].replace(/\s+/g, " ").trim();
  return parts;
}

/** A table as CSV. A text that a spreadsheet would take for a formula begins with an apostrophe. */
function asCSV(rows) {
  const cell = ({ text }) => {
    let s = text === "–" ? "" : /^[0-9]{1,3}(,[0-9]{3})+$/.test(text) ? text.replaceAll(",", "") : text.replace(/−(?=[0-9])/g, "-");
    if (/^[=@]/.test(s) || /^[+-]/.test(s) && !/^[+-][0-9][-+0-9. …%*]*$/.test(s)) s = "'" + s;
    return /[",\r\n]/.test(s) ? `"${s.replaceAll('"', '""')}"` : s;
  };
  return rows.map(r => r.map(cell).join(",") + "\n").join("");
}

const laTeXChars = {
  "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#", "%": "\\%", "_": "\\_", "^": "\\textasciicircum{}", "~": "\\textasciitilde{}",
  "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}", "−": "$-$", "±": "$\\pm$", "…": "\\ldots{}", "–": "--", "·": "\\textperiodcentered{}", "\"": "\\textquotedbl{}", "`": "\\textasciigrave{}",
};

/** Text that LaTeX sets as it is. */
const laTeXText = s => s.replace(/--/g, "-\u0000-").replace(/''/g, "'\u0000'").replace(/-(?=-)/g, "-\u0000").replace(/[\\{}$&#%_^~<>|−±…–·"`]/g, c => laTeXChars[c]).replaceAll("\u0000", "{}");

/** A table as a float of LaTeX with the rules of package booktabs. */
function asLaTeX(rows, caption) {
  const cell = ({ text, best }, i) => {
    const s = laTeXText(text);
    return best ? `\\textbf{${s}}` : !i && /^[[*]/.test(s) ? "{}" + s : s;
  };
  const line = r => r.map(cell).join(" & ") + " \\\\\n";
  return "% needs \\usepackage{booktabs}; names that are not Latin need XeLaTeX or LuaLaTeX\n" +
    `\\begin{table}\n\\centering\n\\caption{${laTeXText(caption)}}\n\\begin{tabular}{l${"r".repeat(Math.max(0, rows[0].length - 1))}}\n\\toprule\n${line(rows[0])}\\midrule\n` +
    rows.slice(1).map(line).join("") + "\\bottomrule\n\\end{tabular}\n\\end{table}\n";
}
