import { expect, test } from 'vitest'
import { checkValue } from '#contract/content/template-text.ts'
import { frequencyRefusal, Refusal, refusals } from '#contract/refusals.ts'
import { keysOf } from '#values/keys.ts'
import { VendorFault, vendorErrorOf, vendorFaults } from './vendor-error.ts'

test("every refusal has a code of both vendors, and only a gateway's refusals a status of their own", () => {
  for (const code of keysOf(refusals)) {
    const { alibaba, tencent } = vendorErrorOf(new Refusal(code))
    expect(alibaba.code).toMatch(/^(is[pv]\.[A-Z_]+|[A-Z][A-Za-z]+(\.[A-Z][A-Za-z]+)?)$/)
    expect(alibaba.status === 200).toBe(/^is[pv]\./.test(alibaba.code))
    expect(tencent).toMatch(/^[A-Z][A-Za-z]+(\.[A-Z][A-Za-z]+)?$/)
  }
})

test('every fault has a code of both vendors', () => {
  for (const code of keysOf(vendorFaults)) {
    const { alibaba } = vendorErrorOf(new VendorFault(code, { name: 'SignName' }))
    expect(alibaba.status === 200).toBe(/^is[pv]\./.test(alibaba.code))
  }
  expect(vendorErrorOf(new VendorFault('parameter_missing', { name: 'SignName' })).alibaba).toEqual({
    code: 'MissingSignName',
    status: 400,
  })
})

const name = { name: '姓名', kind: 'text', maxLength: 4 } as const
test.each([
  ['太长的名字', 'isv.PARAM_LENGTH_LIMIT', 'InvalidParameterValue.TemplateParameterLengthLimit'],
  ['a.cn', 'isv.PARAM_NOT_SUPPORT_URL', 'InvalidParameterValue.ProhibitedUseUrlInTemplateParameter'],
  ['【王】', 'isv.TEMPLATE_PARAMS_ILLEGAL', 'InvalidParameterValue.TemplateParameterFormatError'],
])('a wrong value %s has an error code of its own', (value, alibaba, tencent) => {
  const refusal = new Refusal('parameter_invalid', { name: name.name, reason: checkValue(name, value)! })
  expect(vendorErrorOf(refusal)).toMatchObject({ alibaba: { code: alibaba }, tencent })
})

test.each([
  [1, 1, '触发分钟级流控Permits:1', 'LimitExceeded.PhoneNumberThirtySecondLimit', 'within 30 seconds'],
  [60, 5, '触发小时级流控Permits:5', 'LimitExceeded.PhoneNumberOneHourLimit', 'within 1 hour'],
  [1440, 10, '触发天级流控Permits:10', 'LimitExceeded.PhoneNumberDailyLimit', 'every day'],
])('a window of %s minutes is named as programs look for it', (minutes, most, message, tencent, window) => {
  const error = vendorErrorOf(frequencyRefusal({ phone: '13900000001', minutes, most }))
  expect(error).toMatchObject({ alibaba: { code: 'isv.BUSINESS_LIMIT_CONTROL', status: 200 }, tencent, message })
  expect(error.tencentMessage).toMatch(new RegExp(`^the number of sms messages sent from a single mobile number ${window} exceeds`, 'i'))
})

test('a missing fact leaves no placeholder in a sentence', () => {
  const refused = keysOf(refusals).map(code => vendorErrorOf(new Refusal(code)))
  const faults = keysOf(vendorFaults).map(code => vendorErrorOf(new VendorFault(code)))
  for (const { message, tencentMessage } of [...refused, ...faults]) expect(message + tencentMessage).not.toMatch(/undefined|null|NaN/)
})
