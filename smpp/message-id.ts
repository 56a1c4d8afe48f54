import { decodeId, encodeId } from '#values/id.ts'

const prefix = 'msg_'

/**
 * The id that a submission is answered with and its receipts name: without the prefix of the other interfaces, since `_` stands at another place in the GSM
 * alphabet, by which many programs read data_coding 0.
 */
export const encodeMessageId = (submitId: string): string => encodeId('message', submitId).slice(prefix.length)

/** Reads an id back; that of the other interfaces too. */
export const decodeMessageId = (text: string): string | null => decodeId('message', text.startsWith(prefix) ? text : prefix + text)
