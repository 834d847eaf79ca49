// Blocks are unpacked when something in them is looked at. Those looked at last are kept.

const kept = 24;
const unpacked = new Map();
const elements = kind => document.querySelectorAll(`script[data-block="${kind}"]`);

function bytes(text) {
  if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
  const s = atob(text), b = new Uint8Array(s.length);
  for (let i = 0; i < s.length; i++) b[i] = s.charCodeAt(i);
  return b;
}

/** The value in a block's element. */
function unpack(element) {
  const stream = new Blob([bytes(element.textContent)]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).json();
}

/** The i-th block of a kind, from those kept where it is there. */
function block(kind, i) {
  const key = kind + i;
  let b = unpacked.get(key);
  unpacked.delete(key);
  if (!b) {
    b = unpack(elements(kind)[i]);
    b.catch(() => unpacked.delete(key));
  }
  unpacked.set(key, b);
  if (unpacked.size > kept) unpacked.delete(unpacked.keys().next().value);
  return b;
}

/** The n-th item of a kind. */
async function item(kind, n) {
  const first = X.first[kind];
  let low = 0, high = first.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (first[middle] <= n) low = middle; else high = middle - 1;
  }
  return (await block(kind, low))[n - first[low]];
}
