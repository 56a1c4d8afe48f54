import { Resolver } from 'node:dns/promises'
import type { DnsProblem, DomainProblem, HttpsOutcome } from '#contract/links/link-domain.ts'
import { type Outside, outside, safeFetch } from '#domain/platform/index.ts'
import { errorCode } from '#values/error.ts'
import { firstOrThrow } from '#values/or-throw.ts'

/** The DNS queries used, from `node:dns/promises`. */
export type Dns = Pick<Resolver, 'resolveCname' | 'resolve4' | 'resolve6' | 'resolveTxt'>

/**
 * CNAME check: whether a domain leads to the platform by a CNAME to `cname` or, where providers flatten it (a zone apex
 * can't have a CNAME), by the same addresses. Null: it does. `cname` must resolve.
 */
export async function checkCname(dns: Dns, domain: string, cname: string): Promise<DomainProblem | null> {
  const aliases = await ask(() => dns.resolveCname(domain))
  if ('values' in aliases) {
    const names = aliases.values.map(name => name.toLowerCase().replace(/\.$/, ''))
    return names.includes(cname) ? null : { kind: 'other', found: names }
  }
  if (aliases.problem !== 'no_record') return { kind: aliases.problem, found: [] }
  const [own, ours] = [await addresses(dns, domain), await addresses(dns, cname)]
  if ('problem' in own) return { kind: own.problem, found: [] }
  if ('problem' in ours) return { kind: 'timeout', found: [] }
  return own.values.every(address => ours.values.includes(address)) ? null : { kind: 'other', found: own.values }
}

/** Whether a domain that leads here answers by HTTPS with a valid certificate; the request makes a proxy obtain one. */
export async function checkHttps(domain: string, world: Outside = outside): Promise<HttpsOutcome> {
  const reply = await safeFetch(new URL(`https://${domain}/health`), world)
  if (reply.kind === 'answered') return 'works'
  if (reply.kind !== 'failed') return 'unchecked'
  return reply.why === 'certificate' ? 'certificate' : 'unreachable'
}

/** TXT check: whether a TXT record of the domain equals `record`. Null: one does. */
export async function checkTxt(dns: Dns, domain: string, record: string): Promise<DomainProblem | null> {
  const answer = await ask(async () => (await dns.resolveTxt(domain)).map(parts => parts.join('')))
  if ('problem' in answer) return { kind: answer.problem, found: [] }
  if (answer.values.includes(record)) return null
  const alike = answer.values.filter(value => value.startsWith('hongyan-verify'))
  return alike.length > 0 ? { kind: 'other', found: alike } : { kind: 'no_record', found: [] }
}

async function addresses(dns: Dns, name: string): Promise<{ values: string[] } | { problem: DnsProblem }> {
  const answers = [await ask(() => dns.resolve4(name)), await ask(() => dns.resolve6(name))]
  const values = answers.flatMap(answer => ('values' in answer ? answer.values : []))
  if (values.length > 0) return { values }
  return answers.find(answer => 'problem' in answer && answer.problem === 'timeout') ?? firstOrThrow(answers)
}

/**
 * Maps the error codes of c-ares (nodejs.org/api/dns.html, "Error codes"); everything else is temporary and tried
 * again.
 */
async function ask(question: () => Promise<string[]>): Promise<{ values: string[] } | { problem: DnsProblem }> {
  try {
    const values = await question()
    return values.length > 0 ? { values } : { problem: 'no_record' }
  } catch (error) {
    const code = errorCode(error)
    if (code === 'ENOTFOUND') return { problem: 'nxdomain' }
    if (code === 'ENODATA') return { problem: 'no_record' }
    if (code?.startsWith('E')) return { problem: 'timeout' }
    throw error
  }
}

/** A DNS resolver with timeouts for interactive use. Without `servers` it uses the machine's. */
export function openDns(servers: readonly string[] = []): Dns {
  const resolver = new Resolver({ timeout: 2_000, tries: 2 })
  if (servers.length > 0) resolver.setServers(servers)
  return resolver
}
