import { expect, test } from 'vitest'
import { passwordRule } from '#contract/rules.ts'
import { commonPasswords, refuseCommonPassword } from './common-password.ts'

test('the list: some thousands of passwords that satisfy the password rule', () => {
  const useful = [...commonPasswords].filter(word => passwordRule.safeParse(word).success)
  expect(useful.length).toBeGreaterThan(2000)
  expect(useful.length).toBe(commonPasswords.size)
})

test.each(['a1234567', 'Aa123456', 'woaini1314', '5201314wo', 'PASSW0RD', '1qaz2wsx', 'qwer1234', 'admin888', '123456abc'])(
  'password %s is common',
  word => {
    expect(() => refuseCommonPassword(word, [])).toThrow('该密码过于常见')
  },
)

test.each(['Cloud8Tea', 'x7#kQ2pLm', 'Hongyan2026x'])('password %s is not common', word => {
  refuseCommonPassword(word, ['13800000000', ''])
})
