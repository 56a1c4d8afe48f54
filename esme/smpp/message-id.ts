import { decodeId, encodeId } from '#values/id.ts'

const prefix = 'msg_'

/**
 * The message id that a submission is answered with and its receipts name: without the prefix of the other interfaces,
 * since `_` has another position in the GSM alphabet, which many programs use for data_coding 0.
 */
export const encodeMessageId = (submitId: string): string => encodeId('message', submitId).slice(prefix.length)

/** Reads an id back, also in the form of the other interfaces. */
export const decodeMessageId = (text: string): string | null => decodeId('message', text.startsWith(prefix) ? text : prefix + text)
