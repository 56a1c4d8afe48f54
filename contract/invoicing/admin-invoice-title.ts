import { z } from 'zod'
import { get, post, staff } from '#contract/call.ts'
import { idOf } from '#contract/scalars.ts'
import { invoiceReasonRule } from './admin-invoice.ts'
import { titleVersion } from './invoice-title.ts'

/** Frequent reasons, as the customer reads them. */
export const titleRejectReasons = [
  { code: 'proof', name: '缺少证明', text: '请上传一般纳税人证明后重新提交。' },
  { code: 'number', name: '税号不符', text: '纳税人识别号与营业执照不一致，请核对后重新提交。' },
  { code: 'bank', name: '开户信息有误', text: '开户银行或账号不完整，请写明支行并核对账号。' },
  { code: 'address', name: '注册信息不符', text: '注册地址或电话与登记信息不一致，请核对后重新提交。' },
] as const

const audience = staff('invoice.manage')
const target = { accountId: idOf('account'), versionId: idOf('titleVersion') }

export const adminTitleCalls = {
  queue: get('/api/admin/invoice-titles', '待审核的专票抬头', audience, {
    answer: z.object({
      rows: z.array(
        titleVersion.extend({
          accountId: idOf('account'),
          accountName: z.string(),
          attestedName: z.string().nullable(),
          /** The version used for special invoices until then. */
          approved: titleVersion.nullable(),
        }),
      ),
    }),
  }),
  approve: post('/api/admin/invoice-titles/approve', '通过专票资质', audience, {
    input: z.object(target),
    refusals: ['not_found', 'state_forbids', 'title_not_attested'],
    once: true,
  }),
  reject: post('/api/admin/invoice-titles/reject', '驳回专票资质', audience, {
    input: z.object({ ...target, reason: invoiceReasonRule }),
    refusals: ['not_found', 'state_forbids'],
    once: true,
  }),
}
