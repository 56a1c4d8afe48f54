/** Format of a carrier's message ids: `a_then_b` where submit answers and reports differ. */
const upstreamIdForms = ['raw', 'decimal', 'hex', 'hex_then_decimal', 'decimal_then_hex'] as const
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
 * Normalizes a carrier's message id, whatever case, padding or base it uses: ids are stored and looked up in this form.
 * A number becomes decimal digits; text that is not a number in the configured base stays as it is, so a wrong setting
 * leaves reports unmatched and mixes none up.
 */
export function upstreamId(form: UpstreamIdForm, source: 'answer' | 'report', text: string): string {
  // PostgreSQL's text holds no NUL, and some carriers pad fields with it.
  const bare = text.replaceAll('\0', '').trim()
  const base = bases[form][source]
  if (base === 'decimal' && /^\d+$/.test(bare)) return bare.replace(/^0+(?=\d)/, '')
  if (base === 'hex' && /^(0x)?[\da-f]+$/i.test(bare)) return BigInt(/^0x/i.test(bare) ? bare : `0x${bare}`).toString()
  return bare
}
