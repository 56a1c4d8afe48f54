import { z } from 'zod'
import { fault } from '#contract/open/vendor-error.ts'
import { batchIdOf } from '#contract/open/vendor-id.ts'
import { refuse } from '#contract/refusals.ts'
import { messagesTo, type ProgramMessage, readTrend } from '#domain/message-records/index.ts'
import { chinaDayStart, formatChinaTime } from '#values/china-time.ts'
import { firstOrThrow, itemOrThrow } from '#values/or-throw.ts'
import { parsePhone, phoneProblemNames } from '#values/phone.ts'
import { vendorAction } from '../vendor-action.ts'
import { signatureOf } from '../vendor-text.ts'
import { kindOfType, pageOf } from './word.ts'

/** `20261121`, as `2026-11-21`. */
const day = z
  .string()
  .regex(/^\d{8}$/, '须为yyyyMMdd')
  .transform(text => text.replace(/^(\d{4})(\d\d)(\d\d)$/, '$1-$2-$3'))
  .refine(text => !Number.isNaN(Date.parse(text)), '须为yyyyMMdd')
const startOf = (day: string) => chinaDayStart(new Date(`${day}T00:00:00+08:00`))
const keptDays = 30
const dayMs = 86_400_000

export const queryActions = {
  QuerySendDetails: vendorAction(
    'query',
    { PhoneNumber: z.string(), SendDate: day, PageSize: pageOf.PageSize, CurrentPage: pageOf.page, BizId: z.string().optional() },
    async ({ read, caller, now }, { PhoneNumber, SendDate, PageSize: limit, CurrentPage, BizId }) => {
      const parsed = parsePhone(PhoneNumber, 'anywhere')
      if ('problem' in parsed) refuse('phone_invalid', { phone: PhoneNumber, reason: phoneProblemNames[parsed.problem] })
      const from = startOf(SendDate)
      if (from < chinaDayStart(now, -keptDays)) fault('parameter_invalid', { name: 'SendDate', reason: `只能查询最近${keptDays}天` })
      const batchId =
        BizId === undefined ? undefined : (batchIdOf(BizId) ?? fault('parameter_invalid', { name: 'BizId', reason: '格式不对' }))
      const { account, appId } = caller
      const query = { appId, phone: parsed.phone, from, until: new Date(from.getTime() + dayMs), batchId }
      const found = await read(tx => messagesTo(tx, account, { ...query, offset: (CurrentPage - 1) * limit, limit }))
      return { TotalCount: String(found.total), SmsSendDetailDTOs: { SmsSendDetailDTO: found.messages.map(detailOf) } }
    },
  ),
  QuerySendStatistics: vendorAction(
    'query',
    {
      IsGlobe: z.enum(['1', '2'], '须为1或2'),
      StartDate: day,
      EndDate: day,
      PageIndex: pageOf.page,
      PageSize: pageOf.PageSize,
      SignName: z.string().optional(),
      TemplateType: z.enum(['0', '1', '2', '3']).optional(),
    },
    async (
      { read, caller: { account, appId } },
      { IsGlobe, StartDate: from, EndDate: to, PageIndex, PageSize, SignName, TemplateType },
    ) => {
      if (from > to) fault('parameter_invalid', { name: 'EndDate', reason: '不能早于StartDate' })
      if (Date.parse(to) - Date.parse(from) >= 92 * dayMs) fault('parameter_invalid', { name: 'StartDate', reason: '一次最多统计92天' })
      // Nothing is sent abroad, so there are no figures.
      if (IsGlobe === '2' || TemplateType === '3') return { Data: { TotalSize: 0, TargetList: [] } }
      const kind = TemplateType && kindOfType(TemplateType)
      const { buckets, series } = await read(async tx => {
        const signature = SignName === undefined ? null : await signatureOf(tx, account, SignName)
        const part = { ...(signature ? { signatureId: signature.signatureId } : {}), ...(kind ? { kind } : {}) }
        return readTrend(tx, account, { from, to, appId, ...part }, { by: 'day' })
      })
      const days = buckets
        .map((bucket, index) => ({ bucket, ...itemOrThrow(firstOrThrow(series).values, index) }))
        .filter(one => one.acceptedCount > 0)
      return {
        Data: {
          TotalSize: days.length,
          TargetList: days.slice((PageIndex - 1) * PageSize, PageIndex * PageSize).map(one => ({
            SendDate: one.bucket.replaceAll('-', ''),
            TotalCount: one.segmentCount,
            RespondedSuccessCount: one.deliveredCount,
            RespondedFailCount: one.failedCount,
            NoRespondedCount: one.waitingCount + one.unknownCount,
          })),
        },
      }
    },
  ),
}

const detailOf = ({ phone, content, state, isFinal, reason, templateCode, outId, acceptedAt, finishedAt }: ProgramMessage) => ({
  PhoneNum: phone,
  SendDate: formatChinaTime(acceptedAt),
  ...(finishedAt ? { ReceiveDate: formatChinaTime(finishedAt) } : {}),
  SendStatus: state === 'delivered' ? 3 : isFinal ? 2 : 1,
  // Alibaba's code for a delivered message, whatever code the carrier sends.
  ErrCode: state === 'delivered' ? 'DELIVERED' : (reason ?? ''),
  TemplateCode: templateCode ?? '',
  Content: content,
  ...(outId === null ? {} : { OutId: outId }),
})
