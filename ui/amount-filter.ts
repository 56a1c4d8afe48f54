/** An amount as a filter of a list takes it: 0.01–9999999, at most two decimals. */
const pattern = /^(?:0\.(?:0[1-9]|[1-9]\d?)|[1-9]\d{0,6}(?:\.\d{1,2})?)$/

/** What a filter's field of an amount says. */
export const amountFilter = { pattern, mismatch: '请填写金额，最多两位小数' }

/** What was typed, or undefined when it is no amount. */
export const amountOf = (text: string): string | undefined => (pattern.test(text) ? text : undefined)
