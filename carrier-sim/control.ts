import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import path from 'node:path'
import { z } from 'zod'
import { wholeOf } from '#values/bytes.ts'
import { toError } from '#values/error.ts'
import { maximumRules, ruleSchema } from './answers.ts'
import type { Carrier } from './carrier.ts'
import type { Mailbox } from './mailbox.ts'
import { quirksSchema } from './quirks.ts'
import { openStream } from './stream.ts'

const page = (name: string, type: string) => ({ type, bytes: readFileSync(path.join(import.meta.dirname, 'page', name)) })
const files = new Map([
  ['/', page('index.html', 'text/html; charset=utf-8')],
  ['/handset.js', page('handset.js', 'text/javascript; charset=utf-8')],
  ['/handset.css', page('handset.css', 'text/css; charset=utf-8')],
  ['/mail', page('mail.html', 'text/html; charset=utf-8')],
  ['/mail.js', page('mail.js', 'text/javascript; charset=utf-8')],
  ['/mail.css', page('mail.css', 'text/css; charset=utf-8')],
])

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

const phone = z.string().regex(/^\+?\d{5,21}$/, '号码为 5 至 21 位数字，国际号码可以带加号')
const replyInput = z.strictObject({ phone, text: z.string().min(1).max(500), to: phone.optional() })
const behaviourInput = z.strictObject({ rules: z.array(ruleSchema).max(maximumRules) })
const quirksInput = z.strictObject({ accounts: z.record(z.string(), quirksSchema) })
const disconnectInput = z.strictObject({ systemId: z.string().optional() })

const maximumBodyBytes = 1024 * 1024
const recentPhones = 200

/** A refused request, with its HTTP status and a message. */
class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/**
 * The virtual handset, the virtual mailbox (`/mail`) and the control API over HTTP, JSON both ways: `GET
 * /api/messages?phone=`, `GET /api/phones`, `GET /api/stream` (server-sent events), `GET /api/counters`, `POST
 * /api/reply {phone, text, to?}`, `GET|POST /api/behaviour {rules}`, `GET|POST /api/quirks
 * {accounts}`, `POST /api/disconnect {systemId?}`, `GET
 * /api/mails?to=`, `GET /api/mail-file?id=&index=`.
 */
export function createControl(carrier: Carrier, mailbox: Mailbox): Server {
  return createServer((request, response) => {
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    answer({ carrier, mailbox }, request, response).catch((error: unknown) => {
      const status = error instanceof Refusal ? error.status : error instanceof z.ZodError ? 422 : 500
      if (status === 500) console.error(error)
      sendJson(response, status, { error: { message: status === 500 ? '虚拟运营商出错' : messageOf(error) } })
    })
  })
}

function messageOf(error: unknown): string {
  if (error instanceof z.ZodError) return error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`.trim()).join('；')
  return toError(error).message
}

async function answer(
  { carrier, mailbox }: { carrier: Carrier; mailbox: Mailbox },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const url = new URL(request.url ?? '/', 'http://handset')
  const isRead = request.method === 'GET' || request.method === 'HEAD'
  const file = isRead ? files.get(url.pathname) : undefined
  if (file) {
    response.writeHead(200, { 'Content-Type': file.type }).end(file.bytes)
    return
  }
  if (isRead && url.pathname === '/api/stream') {
    openStream(carrier.handset, response)
    return
  }
  if (isRead && url.pathname === '/api/mail-file') sendAttachment(mailbox, url, response)
  else if (isRead && url.pathname === '/api/mails') sendJson(response, 200, { mails: mailsOf(mailbox, url.searchParams.get('to') ?? '') })
  else if (isRead) sendJson(response, 200, read(carrier, url))
  else if (request.method === 'POST') sendJson(response, 200, act(carrier, url.pathname, await readJson(request)))
  else throw new Refusal(405, '只支持 GET 和 POST')
}

/** Without the bytes of attachments. */
const mailsOf = (mailbox: Mailbox, address: string) =>
  mailbox.list(address).map(({ attachments, ...mail }) => ({
    ...mail,
    attachments: attachments.map(({ name, mediaType, bytes }) => ({ name, mediaType, byteCount: bytes.length })),
  }))

function sendAttachment(mailbox: Mailbox, url: URL, response: ServerResponse): void {
  const attachment = mailbox.attachment(url.searchParams.get('id') ?? '', Number(url.searchParams.get('index')))
  if (!attachment) throw new Refusal(404, '附件不存在')
  response
    .writeHead(200, {
      // Downloaded, never displayed: attachments are untrusted.
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(attachment.name)}`,
    })
    .end(attachment.bytes)
}

function read(carrier: Carrier, url: URL): unknown {
  switch (url.pathname) {
    case '/api/messages':
      return { messages: carrier.handset.messagesOf(phone.parse(url.searchParams.get('phone') ?? '')) }
    case '/api/phones':
      return { phones: carrier.handset.recent(recentPhones) }
    case '/api/behaviour':
      return { rules: carrier.answers.rules }
    case '/api/quirks':
      return { accounts: carrier.quirks.all }
    case '/api/counters':
      return carrier.state
    default:
      throw new Refusal(404, '地址不存在')
  }
}

function act(carrier: Carrier, pathname: string, body: unknown): unknown {
  switch (pathname) {
    case '/api/reply': {
      const input = replyInput.parse(body)
      const to = input.to ?? carrier.handset.lastSenderOf(input.phone)
      if (to === undefined) throw new Refusal(409, '这个号码还没有收到过短信，无法回复')
      if (!carrier.reply(input.phone, input.text, to)) throw new Refusal(409, `没有通道使用号码 ${to}`)
      return { to }
    }
    case '/api/behaviour':
      carrier.answers.setRules(behaviourInput.parse(body).rules)
      return { rules: carrier.answers.rules }
    case '/api/quirks':
      carrier.quirks.set(quirksInput.parse(body).accounts)
      return { accounts: carrier.quirks.all }
    case '/api/disconnect':
      return { disconnected: carrier.disconnect(disconnectInput.parse(body).systemId) }
    default:
      throw new Refusal(404, '地址不存在')
  }
}

/** JSON only, and never from another site's page (CSRF): a foreign form can't reply in a phone's name. */
async function readJson(request: IncomingMessage): Promise<unknown> {
  const site = request.headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') throw new Refusal(403, '不接受其他网站的请求')
  if (!request.headers['content-type']?.startsWith('application/json')) throw new Refusal(415, '请以 application/json 提交')
  const body = await wholeOf(request, maximumBodyBytes)
  if (!body) throw new Refusal(413, '内容过长')
  try {
    return JSON.parse(body.toString())
  } catch {
    throw new Refusal(400, '不是有效的 JSON')
  }
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}
