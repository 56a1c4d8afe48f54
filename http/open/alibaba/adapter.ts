import { vendorErrorOf } from '#contract/open/vendor-error.ts'
import type { VendorAdapter, VendorAnswer } from '../vendor.ts'
import type { VendorCall } from '../vendor-call.ts'
import { linkActions } from './link.ts'
import { queryActions } from './query.ts'
import { sendActions } from './send.ts'
import { signatureActions } from './signature.ts'
import { templateActions } from './template.ts'
import { xmlOf } from './xml.ts'

/** Alibaba's SMS API of 2017-05-25, as its SDKs call it. */
export const alibabaAdapter: VendorAdapter = {
  versions: { '2017-05-25': { ...sendActions, ...queryActions, ...signatureActions, ...templateActions, ...linkActions } },
  answer: (call, requestId, answer) => toAnswer(call, 200, { ...answer, Code: 'OK', Message: 'OK', RequestId: requestId }),
  refuse: (call, requestId, refusal) => {
    const { alibaba, message } = vendorErrorOf(refusal)
    const { seconds } = refusal.facts
    const refused = toAnswer(call, alibaba.status, {
      Code: alibaba.code,
      Message: message,
      RequestId: requestId,
      // Fields that Alibaba's gateway adds to its refusals.
      ...(alibaba.status === 200 ? {} : { HostId: 'hongyan', Recommend: '/openapi/v1/docs#vendors' }),
    })
    return typeof seconds === 'number' ? { ...refused, headers: { 'x-acs-retry-after': String(Math.ceil(seconds * 1000)) } } : refused
  },
}

function toAnswer(call: VendorCall, status: number, body: { Code: string; Message: string; RequestId: string }): VendorAnswer {
  const { Code: code, Message: message } = body
  if (!call.wantsXml) return { status, code, message, body: JSON.stringify(body) }
  const root = status === 200 ? `${call.action}Response` : 'Error'
  return { status, code, message, body: xmlOf(root, body), contentType: 'text/xml; charset=utf-8' }
}
