import { z } from 'zod'

const forms = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]

/** Why a line of an allowlist is invalid, or null: an address or a CIDR block, IPv4 or IPv6. */
export function addressProblem(line: string): string | null {
  if (forms.some(form => form.safeParse(line).success)) return null
  if (/[;,，；\s]/.test(line)) return `“${line}”不是一个地址，每行写一个`
  if (/^\d+\.\d+\.\d+\.\d+\/\d+$/.test(line)) return `“${line}”的掩码位数须在0到32之间，地址每段不超过255`
  if (/\*/.test(line)) return `“${line}”不能用*，整段地址请写成CIDR，例如203.0.113.0/24`
  return `“${line}”不是有效的IP地址或CIDR地址段`
}

/** Normalizes the lines of a typed list: no blanks, no duplicates. */
export const addressLines = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== ''),
  ),
]
