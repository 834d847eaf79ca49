// Lists and calls the tools of a server of the Model Context Protocol with the
// protocol's own client, and prints what it was told.
//
//	node client.mjs stdio PROGRAM NAME=VALUE
//	node client.mjs http URL [TOKEN]
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const [way, to, extra] = process.argv.slice(2);

function transport() {
  if (way === "stdio") {
    const [name, value] = extra.split(/=(.*)/s);
    return new StdioClientTransport({ command: to, env: { ...process.env, [name]: value } });
  }
  const headers = extra ? { Authorization: `Bearer ${extra}` } : {};
  return new StreamableHTTPClientTransport(new URL(to), { requestInit: { headers } });
}

const client = new Client({ name: "test", version: "1" });
await client.connect(transport());
const print = (what, value) => console.log(what, JSON.stringify(value, null, 1));

print("server", client.getServerVersion());
print("capabilities", client.getServerCapabilities());
const { tools, nextCursor } = await client.listTools();
for (const t of tools) print("tool", { name: t.name, description: t.description, inputs: Object.keys(t.inputSchema.properties), annotations: t.annotations });
print("more", nextCursor ?? null);

for (const params of [
  { name: "firm", arguments: { name: "甲公司" } },
  { name: "city_firms", arguments: { name: "宁波", columns: ["name"] } },
  { name: "city_of", arguments: { name: "丙公司" } },
  { name: "notes", arguments: { query: "合同", k: 1 } },
  { name: "firm", arguments: { name: "丁公司" } },
  { name: "firm" },
  { name: "nothing", arguments: {} },
]) {
  print("call", params);
  try {
    print("result", await client.callTool(params));
  } catch (e) {
    print("error", { code: e.code });
  }
}
await client.close();
