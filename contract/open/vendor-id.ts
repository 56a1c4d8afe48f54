/** Ids of ours as the programs of other vendors' SDKs know them: in reports and answers the same. */

const withoutDashes = (uuid: string) => uuid.replaceAll('-', '')
const uuidOf = (hex: string) => hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5').toLowerCase()

/** Alibaba's BizId: one call to send. */
export const bizIdOf = (batchId: string): string => `${withoutDashes(batchId)}^0`
/** The call behind a BizId; null for what is none of ours. */
export const batchIdOf = (bizId: string): string | null => (/^[\da-f]{32}\^0$/i.test(bizId) ? uuidOf(bizId.slice(0, 32)) : null)

/** Tencent's SerialNo: one message. */
export const serialNoOf = withoutDashes

/** `SMS_123456789`, from that or from the bare digits that Tencent's programs write. */
export const templateCodeOf = (written: string): string => written.trim().replace(/^(?=\d+$)/, 'SMS_')
/** The digits of a template's code, Tencent's TemplateId. */
export const templateNumberOf = (code: string): number => Number(code.replace(/^SMS_/, ''))

/** Tencent's PackageId, a number: the random bits at the end of a grant's id, of which JSON keeps each. */
export const packageNumberOf = (grantId: string): number => Number.parseInt(grantId.slice(-12), 16)
