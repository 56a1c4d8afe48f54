import { limits } from '#values/limits.ts'

/**
 * Measures that are counted and charged: the one name of each on every screen, export and document, and its definition.
 * `test/architecture/measure-word.test.ts` finds other names.
 */
const measureLabels = {
  segments: {
    name: '条数',
    about: `按长度拆分的条数，不论结果：不超过${limits.singleSegmentUnits}字为1条，超过时每${limits.joinedSegmentUnits}字1条`,
  },
  charged: { name: '扣费条数', about: '实际扣费的条数：只有送达的短信扣费，失败、未知、拦截和取消的不扣' },
  delivered: { name: '成功', about: '回执为已送达的短信' },
  failed: { name: '失败', about: '运营商拒收、回执为失败或过期的短信，不含未知、拦截和取消' },
  unknown: { name: '未知', about: '提交后72小时没有回执的短信，费用已退回' },
  waiting: { name: '在途', about: '已受理、还没有结果的短信' },
  rate: { name: '到达率', about: '成功÷（成功＋失败＋未知），不含拦截、取消和在途' },
} as const satisfies Record<string, { name: string; about: string }>

/** All measures, by their names. */
export const measures: readonly { name: string; about: string }[] = Object.values(measureLabels)

/** Prefixes of a period: the measure of a day or a month has the same name. */
const spans = /^(?:今日|本月|总)/

/** Definition of a column's or figure's name, if it is one of ours. */
export const aboutMeasure = (word: string): string | null => measures.find(({ name }) => name === word.replace(spans, ''))?.about ?? null
