import { expect, test } from 'vitest'
import { Refusal, type RefusalCode, refusals } from './refusals.ts'
import { checkValue } from './template-text.ts'
import { VendorFault, vendorErrorOf, vendorFaults } from './vendor-error.ts'

test('every refusal has a code of both vendors, and gateways alone a status of their own', () => {
  for (const code of Object.keys(refusals) as RefusalCode[]) {
    const { alibaba, tencent } = vendorErrorOf(new Refusal(code))
    expect(alibaba.code).toMatch(/^(is[pv]\.[A-Z_]+|[A-Z][A-Za-z]+(\.[A-Z][A-Za-z]+)?)$/)
    expect(alibaba.status === 200).toBe(/^is[pv]\./.test(alibaba.code))
    expect(tencent).toMatch(/^[A-Z][A-Za-z]+(\.[A-Z][A-Za-z]+)?$/)
  }
})

test('so has every fault', () => {
  for (const code of Object.keys(vendorFaults) as (keyof typeof vendorFaults)[]) {
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
])('what is wrong with the value %s is told by its own code', (value, alibaba, tencent) => {
  const refusal = new Refusal('parameter_invalid', { name: name.name, reason: checkValue(name, value)! })
  expect(vendorErrorOf(refusal)).toMatchObject({ alibaba: { code: alibaba }, tencent })
})

test.each([
  [1, 1, '触发分钟级流控Permits:1', 'LimitExceeded.PhoneNumberThirtySecondLimit'],
  [60, 5, '触发小时级流控Permits:5', 'LimitExceeded.PhoneNumberOneHourLimit'],
  [1440, 10, '触发天级流控Permits:10', 'LimitExceeded.PhoneNumberDailyLimit'],
])('a window of %s minutes is named as programs look for it', (minutes, most, message, tencent) => {
  const told = vendorErrorOf(new Refusal('frequency_exceeded', { phone: '13900000001', minutes, most }))
  expect(told).toEqual({ alibaba: { code: 'isv.BUSINESS_LIMIT_CONTROL', status: 200 }, tencent, message })
})
