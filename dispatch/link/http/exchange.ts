import type { Exchange } from '#dispatch/link/upstream-link.ts'
import type { Reply } from './request.ts'
import type { ApiRequest } from './upstream-api.ts'

const hidden = '***'
const mostCharacters = 4_000
/** Parts of requests that are made from a secret. */
const secretHeaders = ['authorization', 'x-api-key', 'cookie']
const signed = /\b(signature|sign|token)=[^&\s]+/gi

/** Request and answer as text, without secrets and what is made of them. */
export function readableExchange({ method, url, headers, body }: ApiRequest, reply: Reply, secrets: readonly string[]): Exchange {
  const without = (text: string) =>
    secrets
      .flatMap(secret => (secret === '' ? [] : [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)]))
      .reduce((rest, secret) => rest.replaceAll(secret, hidden), text)
      .slice(0, mostCharacters)
  const isForm = Object.values(headers).some(value => value.startsWith('application/x-www-form-urlencoded'))
  const text = isForm && body !== null ? [...new URLSearchParams(body)].map(([name, value]) => `${name}=${value}`).join('\n') : body
  const lines = [
    `${method} ${url.replaceAll(signed, `$1=${hidden}`)}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${secretHeaders.includes(name.toLowerCase()) ? hidden : value}`),
    ...(text === null ? [] : ['', text.replaceAll(signed, `$1=${hidden}`)]),
  ]
  const answer = reply.kind === 'answered' ? `HTTP ${reply.status}\n\n${reply.body}` : `没有应答：${reply.reason}`
  return { request: without(lines.join('\n')), answer: without(answer) }
}
