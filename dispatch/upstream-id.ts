/** How a carrier writes its message ids: `a_then_b` when submit answers and reports differ. */
export const upstreamIdForms = ['raw', 'decimal', 'hex', 'hex_then_decimal', 'decimal_then_hex'] as const
export type UpstreamIdForm = (typeof upstreamIdForms)[number]

type Base = 'raw' | 'decimal' | 'hex'
const bases: Record<UpstreamIdForm, { answer: Base; report: Base }> = {
  raw: { answer: 'raw', report: 'raw' },
  decimal: { answer: 'decimal', report: 'decimal' },
  hex: { answer: 'hex', report: 'hex' },
  hex_then_decimal: { answer: 'hex', report: 'decimal' },
  decimal_then_hex: { answer: 'decimal', report: 'hex' },
}

/**
 * One spelling for one message, whatever case, padding or base the carrier chose: ids are kept and looked up in it. A number becomes decimal digits; what is no
 * number in the base that was set stays as it is, so a wrong setting leaves reports unmatched and mixes none up.
 */
export function upstreamId(form: UpstreamIdForm, source: 'answer' | 'report', text: string): string {
  // PostgreSQL's text holds no NUL, and fields that are padded with it come.
  const bare = text.replaceAll('\0', '').trim()
  const base = bases[form][source]
  if (base === 'decimal' && /^\d+$/.test(bare)) return bare.replace(/^0+(?=\d)/, '')
  if (base === 'hex' && /^(0x)?[\da-f]+$/i.test(bare)) return BigInt(/^0x/i.test(bare) ? bare : `0x${bare}`).toString()
  return bare
}
