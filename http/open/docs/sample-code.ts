import { isOnce, type OpenCall, pathFields } from '#contract/open/call.ts'
import { bodyOf } from '../document.ts'

/** Placeholders for the reader's key and secret. */
const keyHolder = '<密钥ID>'
const secretHolder = '<密钥>'

interface Asked {
  url: string
  query: [string, string][]
  body: Record<string, unknown> | null
}

function askedBy(call: OpenCall, address: string): Asked {
  const example = call.example as Record<string, unknown>
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => String(example[name]))
  const rest = bodyOf(call)
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  const hasBody = !inQuery && Object.keys(call.input.shape).some(name => !pathFields(call).includes(name))
  return {
    url: address + path,
    query: inQuery ? Object.entries(rest).map(([name, value]) => [name, String(value)]) : [],
    body: hasBody ? rest : null,
  }
}

const inQuotes = (text: string) => text.replaceAll("'", String.raw`'\''`)
const json = (value: unknown) => JSON.stringify(value, null, 2)
const indented = (text: string, by: string) => text.replaceAll('\n', `\n${by}`)
/** Python literals that differ from JSON. */
const python = (value: unknown) =>
  json(value).replace(/\b(null|true|false)\b(?=,?$)/gm, word => ({ null: 'None', true: 'True', false: 'False' })[word] ?? word)

function curl({ url, query, body }: Asked, call: OpenCall): string {
  const search = query.length > 0 ? `?${new URLSearchParams(query)}` : ''
  return [
    `curl ${call.method === 'GET' || (call.method === 'POST' && body) ? '' : `-X ${call.method} `}'${url}${search}'`,
    `  -H 'Authorization: Bearer ${keyHolder}:${secretHolder}'`,
    ...(isOnce(call) ? [`  -H "Idempotency-Key: $(date +%s)-$RANDOM"`] : []),
    ...(body ? [`  -H 'Content-Type: application/json'`, `  -d '${inQuotes(json(body))}'`] : []),
  ].join(' \\\n')
}

function node({ url, query, body }: Asked, call: OpenCall): string {
  const headers = [
    `    Authorization: 'Bearer ${keyHolder}:${secretHolder}',`,
    ...(isOnce(call) ? [`    'Idempotency-Key': crypto.randomUUID(),`] : []),
    ...(body ? [`    'Content-Type': 'application/json',`] : []),
  ]
  const search = query.length > 0 ? `?\${new URLSearchParams(${JSON.stringify(Object.fromEntries(query))})}` : ''
  return [
    `const answer = await fetch(${search ? `\`${url}${search}\`` : `'${url}'`}, {`,
    ...(call.method === 'GET' ? [] : [`  method: '${call.method}',`]),
    '  headers: {',
    ...headers,
    '  },',
    ...(body ? [`  body: JSON.stringify(${indented(json(body), '  ')}),`] : []),
    '})',
    'const result = await answer.json()',
    'if (!answer.ok) throw new Error(`${result.error.code}: ${result.error.message}`)',
    'console.log(result)',
  ].join('\n')
}

function pythonCode({ url, query, body }: Asked, call: OpenCall): string {
  const headers = [
    `        "Authorization": "Bearer ${keyHolder}:${secretHolder}",`,
    ...(isOnce(call) ? [`        "Idempotency-Key": str(uuid.uuid4()),`] : []),
  ]
  return [
    isOnce(call) ? 'import uuid\nimport requests\n' : 'import requests\n',
    `answer = requests.${call.method.toLowerCase()}(`,
    `    "${url}",`,
    ...(query.length > 0 ? [`    params=${JSON.stringify(Object.fromEntries(query))},`] : []),
    '    headers={',
    ...headers,
    '    },',
    ...(body ? [`    json=${indented(python(body), '    ')},`] : []),
    '    timeout=10,',
    ')',
    'result = answer.json()',
    'if not answer.ok:',
    "    raise RuntimeError(f\"{result['error']['code']}: {result['error']['message']}\")",
    'print(result)',
  ].join('\n')
}

/** A call's example as programs in three languages, ready to run with a key. */
export function sampleCode(call: OpenCall, address: string): [string, string][] {
  const asked = askedBy(call, address)
  return [
    ['curl', curl(asked, call)],
    ['Node', node(asked, call)],
    ['Python', pythonCode(asked, call)],
  ]
}

/** Signing in Node and Python: the functions that compute the worked example. */
export const signingCode: [string, string][] = [
  [
    'Node',
    `import { createHash, createHmac, randomUUID } from 'node:crypto'

const encode = text => encodeURIComponent(text).replace(/[!'()*]/g, c => '%' + c.charCodeAt(0).toString(16).toUpperCase())

export function sign({ accessKeyId, secret, method, path, query = {}, body = '' }) {
  const timestamp = String(Math.floor(Date.now() / 1000))
  const nonce = randomUUID()
  const canonicalQuery = Object.keys(query).sort().map(name => encode(name) + '=' + encode(String(query[name]))).join('&')
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const stringToSign = ['HONGYAN-HMAC-SHA256', timestamp, nonce, method, path, canonicalQuery, bodyHash].join('\\n')
  const signature = createHmac('sha256', secret).update(stringToSign).digest('hex')
  return {
    Authorization: \`HONGYAN-HMAC-SHA256 Credential=\${accessKeyId}, Signature=\${signature}\`,
    'X-Hongyan-Timestamp': timestamp,
    'X-Hongyan-Nonce': nonce,
  }
}`,
  ],
  [
    'Python',
    `import hashlib, hmac, time, uuid
from urllib.parse import quote

def sign(access_key_id, secret, method, path, query=None, body=b""):
    timestamp = str(int(time.time()))
    nonce = str(uuid.uuid4())
    encode = lambda text: quote(str(text), safe="-_.~")
    canonical_query = "&".join(f"{encode(name)}={encode(value)}" for name, value in sorted((query or {}).items()))
    body_hash = hashlib.sha256(body).hexdigest()
    string_to_sign = "\\n".join(["HONGYAN-HMAC-SHA256", timestamp, nonce, method, path, canonical_query, body_hash])
    signature = hmac.new(secret.encode(), string_to_sign.encode(), hashlib.sha256).hexdigest()
    return {
        "Authorization": f"HONGYAN-HMAC-SHA256 Credential={access_key_id}, Signature={signature}",
        "X-Hongyan-Timestamp": timestamp,
        "X-Hongyan-Nonce": nonce,
    }`,
  ],
]

/** How a receiver of webhooks verifies their signature. */
export const checkingCode: [string, string][] = [
  [
    'Node',
    `import { createHmac, timingSafeEqual } from 'node:crypto'

// body：收到的原始字节，不要先解析再拼回去
export function isOurs(header, body, secret) {
  const parts = header.split(',').map(part => part.split('='))
  const t = parts.find(([name]) => name === 't')?.[1] ?? ''
  if (Math.abs(Date.now() / 1000 - Number(t)) > 300) return false
  const expected = createHmac('sha256', secret).update(t + '.').update(body).digest()
  return parts.some(([name, value]) => {
    const given = Buffer.from(value ?? '', 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}`,
  ],
  [
    'Python',
    `import hashlib, hmac, time

# body：收到的原始字节，不要先解析再拼回去
def is_ours(header, body, secret):
    parts = [part.split("=", 1) for part in header.split(",")]
    t = next((value for name, value in parts if name == "t"), "")
    if not t.isdigit() or abs(time.time() - int(t)) > 300:
        return False
    expected = hmac.new(secret.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
    return any(name == "v1" and hmac.compare_digest(value, expected) for name, value in parts)`,
  ],
]
