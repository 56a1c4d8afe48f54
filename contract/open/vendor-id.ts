/** Our ids in the form of other vendors' SDKs, the same in reports and answers. */

const withoutDashes = (uuid: string) => uuid.replaceAll('-', '')
const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toLowerCase()

/** Alibaba's BizId: one send call. */
export const bizIdOf = (batchId: string): string => `${withoutDashes(batchId)}^0`
/** The batch of a BizId; null when it isn't ours. */
export const batchIdOf = (bizId: string): string | null => (/^[\da-f]{32}\^0$/i.test(bizId) ? uuidOf(bizId.slice(0, 32)) : null)

/** Tencent's SerialNo: one message. */
export const serialNoOf = withoutDashes

/** `SMS_123456789`, from that or from the bare digits of Tencent's programs. */
export const templateCodeOf = (written: string): string => written.trim().replace(/^(?=\d+$)/, 'SMS_')
/** The digits of a template's code, Tencent's TemplateId. */
export const templateNumberOf = (code: string): number => Number(code.replace(/^SMS_/, ''))

/** Tencent's PackageId, a number: the random bits at the end of a grant's id, few enough for an exact JSON number. */
export const packageNumberOf = (grantId: string): number => Number.parseInt(grantId.slice(-12), 16)
