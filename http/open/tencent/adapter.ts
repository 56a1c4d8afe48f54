import { vendorErrorOf } from '#contract/open/vendor-error.ts'
import type { VendorAdapter, VendorAnswer } from '../vendor.ts'
import { pullActions } from './pull.ts'
import { sendActions } from './send.ts'
import { signatureActions } from './signature.ts'
import { statisticsActions } from './statistics.ts'
import { templateActions } from './template.ts'
import { actionsOf2019 } from './v2019.ts'

const actions = { ...sendActions, ...pullActions, ...statisticsActions, ...signatureActions, ...templateActions }

/** Tencent's SMS API, as its SDKs call it: every answer has status 200, since the SDKs read no body of another. */
export const tencentAdapter: VendorAdapter = {
  versions: { '2021-01-11': actions, '2019-07-11': actionsOf2019(actions) },
  answer: (_, requestId, answer) => toAnswer('Ok', 'success', { ...answer, RequestId: requestId }),
  refuse: (_, requestId, refusal) => {
    const { tencent: Code, tencentMessage: Message } = vendorErrorOf(refusal)
    return toAnswer(Code, Message, { Error: { Code, Message }, RequestId: requestId })
  },
}

const toAnswer = (code: string, message: string, response: object): VendorAnswer => ({
  status: 200,
  code,
  message,
  body: JSON.stringify({ Response: response }),
})
