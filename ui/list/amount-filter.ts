/** An amount as a list filter accepts it: 0.01–9999999, at most two decimals. */
const pattern = /^(?:0\.(?:0[1-9]|[1-9]\d?)|[1-9]\d{0,6}(?:\.\d{1,2})?)$/

/** Filter field of an amount with its error text. */
export const amountFilter = { pattern, mismatch: '请填写金额，最多两位小数' }

/** The typed amount, or undefined when it is invalid. */
export const amountOf = (text: string): string | undefined => (pattern.test(text) ? text : undefined)
