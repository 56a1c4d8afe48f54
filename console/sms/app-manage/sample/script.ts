import { bodyOf, quoted, type Sample, secretOf, shellQuoted, singleQuoted } from './facts.ts'

export const curlSample: Sample = {
  key: 'curl',
  label: 'curl',
  file: 'send.sh',
  run: ['bash send.sh'],
  codeOf: facts => `ACCESS_KEY_ID=${shellQuoted(facts.accessKeyId)}
ACCESS_KEY_SECRET=${shellQuoted(secretOf(facts))}

# Idempotency-Key：同一个值只发一次，重试时不要换
curl -sS ${shellQuoted(`${facts.openUrl}/openapi/v1/messages`)} \\
  -H "Authorization: Bearer $ACCESS_KEY_ID:$ACCESS_KEY_SECRET" \\
  -H 'Content-Type: application/json' \\
  -H "Idempotency-Key: order-$(date +%s)" \\
  --data-binary @- <<'JSON'
${bodyOf(facts)}
JSON
echo
`,
}

export const nodeSample: Sample = {
  key: 'node',
  label: 'Node.js',
  file: 'send.mjs',
  run: ['node send.mjs    # Node.js 18及以上，不用安装依赖'],
  codeOf: facts => `import { randomUUID } from 'node:crypto'

const accessKeyId = ${quoted(facts.accessKeyId)}
const accessKeySecret = ${quoted(secretOf(facts))}

const response = await fetch(${quoted(`${facts.openUrl}/openapi/v1/messages`)}, {
  method: 'POST',
  headers: {
    Authorization: \`Bearer \${accessKeyId}:\${accessKeySecret}\`,
    'Content-Type': 'application/json',
    // 同一个值只发一次，重试时不要换
    'Idempotency-Key': randomUUID(),
  },
  body: JSON.stringify(${bodyOf(facts, '  ')}),
  signal: AbortSignal.timeout(10_000),
})
const answer = await response.json()
if (!response.ok) throw new Error(\`\${answer.error.code} \${answer.error.message}（请求编号 \${answer.error.requestId}）\`)
for (const { phone, messageId, refused } of answer.messages) console.log(phone, messageId ?? refused.message)
`,
}

export const pythonSample: Sample = {
  key: 'python',
  label: 'Python',
  file: 'send.py',
  run: ['python3 send.py    # Python 3.8及以上，不用安装依赖'],
  codeOf: facts => `import json
import urllib.error
import urllib.request
import uuid

access_key_id = ${quoted(facts.accessKeyId)}
access_key_secret = ${quoted(secretOf(facts))}

body = ${bodyOf(facts)}
request = urllib.request.Request(
    ${quoted(`${facts.openUrl}/openapi/v1/messages`)},
    data=json.dumps(body).encode("utf-8"),
    headers={
        "Authorization": f"Bearer {access_key_id}:{access_key_secret}",
        "Content-Type": "application/json",
        # 同一个值只发一次，重试时不要换
        "Idempotency-Key": str(uuid.uuid4()),
    },
)
try:
    with urllib.request.urlopen(request, timeout=10) as response:
        answer = json.load(response)
except urllib.error.HTTPError as refused:
    error = json.load(refused)["error"]
    raise SystemExit(f"{error['code']} {error['message']}（请求编号 {error['requestId']}）")
for message in answer["messages"]:
    print(message["phone"], message.get("messageId") or message["refused"]["message"])
`,
}

export const phpSample: Sample = {
  key: 'php',
  label: 'PHP',
  file: 'send.php',
  run: ['php send.php    # PHP 7.3及以上，带curl扩展'],
  codeOf: facts => {
    const parameters = facts.parameters.map(({ name, value }) => `${singleQuoted(name)} => ${singleQuoted(value)}`)
    return `<?php
$accessKeyId = ${singleQuoted(facts.accessKeyId)};
$accessKeySecret = ${singleQuoted(secretOf(facts))};

$body = [
    'signature' => ${singleQuoted(facts.signature)},
    'templateCode' => ${singleQuoted(facts.templateCode)},
${parameters.length > 0 ? `    'templateParam' => [${parameters.join(', ')}],\n` : ''}    'phones' => [${singleQuoted(facts.phone)}],
];
$curl = curl_init(${singleQuoted(`${facts.openUrl}/openapi/v1/messages`)});
curl_setopt_array($curl, [
    CURLOPT_POST => true,
    CURLOPT_POSTFIELDS => json_encode($body, JSON_UNESCAPED_UNICODE),
    CURLOPT_HTTPHEADER => [
        "Authorization: Bearer $accessKeyId:$accessKeySecret",
        'Content-Type: application/json',
        // 同一个值只发一次，重试时不要换
        'Idempotency-Key: ' . bin2hex(random_bytes(16)),
    ],
    CURLOPT_RETURNTRANSFER => true,
    CURLOPT_TIMEOUT => 10,
]);
$text = curl_exec($curl);
if ($text === false) {
    exit('没有连上：' . curl_error($curl) . PHP_EOL);
}
$answer = json_decode($text, true);
if (isset($answer['error'])) {
    $error = $answer['error'];
    exit("{$error['code']} {$error['message']}（请求编号 {$error['requestId']}）" . PHP_EOL);
}
foreach ($answer['messages'] as $message) {
    echo $message['phone'], ' ', $message['messageId'] ?? $message['refused']['message'], PHP_EOL;
}
`
  },
}
