import { z } from 'zod'
import { textOf } from '#contract/rules.ts'
import { limits } from '#values/limits.ts'
import { isWithin } from './link-target.ts'

/** How a website is filed with the ministry (ICP 备案); reviewers and carriers ask for it where a text has a link. */
export interface IcpRecord {
  siteName: string
  icpNumber: string
}

export const siteNameRule = textOf('网站名称', limits.siteNameCharacters)
/** 京ICP备12345678号-1, and of a commercial licence 京ICP证030173号 or 粤B2-20090059. */
export const icpNumberRule = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^\p{Script=Han}(?:ICP[备证]\d{5,12}号|B2-\d{6,12})(?:-\d{1,4})?[A-Z]?$/u, '备案号形如“浙ICP备12345678号-1”')

/** `浙商茶 浙ICP备12345678号-1`: the name, then the number. Null: not in this form. */
export function parseIcpRecord(text: string): IcpRecord | null {
  const at = text.trim().lastIndexOf(' ')
  const [siteName, icpNumber] = [siteNameRule.safeParse(text.trim().slice(0, at)), icpNumberRule.safeParse(text.trim().slice(at + 1))]
  return at > 0 && siteName.success && icpNumber.success ? { siteName: siteName.data, icpNumber: icpNumber.data } : null
}

/** A domain with its filing; subdomains are included. */
export interface IcpDomain extends IcpRecord {
  domain: string
}

const hosts = /[a-z\d-]+(?:\.[a-z\d-]+)+/gi

/** The filed domains to which a text links, each once. */
export const icpRecordsIn = (text: string, known: readonly IcpDomain[]): IcpDomain[] => {
  const linked = [...text.matchAll(hosts)].map(([host]) => host.toLowerCase())
  return known.filter(({ domain, icpNumber }) => icpNumber !== '' && linked.some(host => isWithin(host, domain)))
}

/** A filing as reviewers read it. */
export const icpText = ({ domain, siteName, icpNumber }: IcpDomain) => `${domain}：网站名称“${siteName}”，备案号 ${icpNumber}`
