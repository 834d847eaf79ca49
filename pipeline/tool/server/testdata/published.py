"""Calls tools as LegalAgentBench's published agents do.

    published.py BASE_URL < CALLS > ANSWERS

A call is a line of JSON with tool and args, the action and its input as a model gave
them; an answer is a line with the status, the body and the text that the agent's
trajectory takes. The standard library's client stands in for the requests package,
which sends the same bytes.
"""

import json
import sys
import urllib.error
import urllib.parse
import urllib.request

base_url = sys.argv[1]

# The agents send a token of this form for their publishers' server.
headers = {
    "Content-Type": "application/json",
    "Authorization": "Bearer 00112233445566778899AABBCCDDEEFF0011223344556677",
}
user = urllib.parse.urlsplit(base_url)
if user.username:
    # requests puts a URL's user in place of the header.
    import base64

    pair = f"{user.username}:{user.password}"
    headers["Authorization"] = "Basic " + base64.b64encode(pair.encode()).decode()
    base_url = base_url.replace(pair + "@", "")


# What the agents add to these two answers when they write them into the trajectory.
HINTS = {
    "No data found for the specified identifier.": "原因可能是: 一, 调用的工具不合适, 尝试使用其他工具; 二, 调用工具时传入的参数可能存在非法值, 例如identifier的值非法(与工具的输入要求不符), 或者columns列表中包含了要查询的表格中未出现的字段.请你反思并尝试纠正.",
    "One or more specified columns do not exist.": "原因可能是: 调用工具时传入的columns列表中包含了要查询的表格中未出现的字段.请你反思并尝试纠正.",
}


def widened(value):
    """Writes round brackets in full width, as the agents do before they read the JSON."""
    if isinstance(value, str):
        return value.replace("(", "（").replace(")", "）")
    if isinstance(value, list):
        return [widened(v) for v in value]
    if isinstance(value, dict):
        return {widened(k): widened(v) for k, v in value.items()}
    return value


def sent(args):
    args = widened(args)
    if isinstance(args, dict) and len(args.get("columns") or []) > 5:
        args = {**args, "columns": []}
    return args


def post(tool, args):
    body = None if args is None else json.dumps(args).encode()
    request = urllib.request.Request(
        f"{base_url}/{urllib.parse.quote(tool)}", data=body, headers=headers, method="POST"
    )
    try:
        with urllib.request.urlopen(request) as response:
            return response.status, response.read().decode()
    except urllib.error.HTTPError as e:
        return e.code, e.read().decode()


for line in sys.stdin:
    call = json.loads(line)
    status, body = post(call["tool"], sent(call["args"]))
    if status == 200:
        text = str(json.loads(body))
        text += HINTS.get(text, "")
    else:
        text = "工具调用发生错误, 请检查传入工具的参数是否正确!"
    print(json.dumps({"status": status, "body": body, "text": text}))
