/** What a check has found: `wrong` must be mended, and says how in its sentence. */
export interface Finding {
  level: 'ok' | 'notice' | 'wrong'
  subject: string
  text: string
}

const levelNames = { ok: '正常', notice: '注意', wrong: '需改' } as const

export const formatFinding = ({ level, subject, text }: Finding): string => `${levelNames[level]}  ${subject}：${text}`

/** Findings of one subject. */
export const findingsOf = (subject: string) => ({
  ok: (text: string): Finding => ({ level: 'ok', subject, text }),
  notice: (text: string): Finding => ({ level: 'notice', subject, text }),
  wrong: (text: string): Finding => ({ level: 'wrong', subject, text }),
})
