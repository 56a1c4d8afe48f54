import { refuse } from '#contract/refusals.ts'

/**
 * The most common passwords are a word and a run of digits, in either order. These words and runs top the published
 * lists of leaked passwords, Chinese ones included (woaini: 我爱你, 1314: 一生一世, 520: 我爱你).
 */
const words =
  'a aa aaa ab abc abcd abcde abcdef q qq qqq qw qwe qwer qwert qwerty asd asdf asdfg asdfgh z zz zxc zxcv zxcvb zxcvbn w x s l lj wang li zhang liu chen yang woaini woaiwo woai aini iloveyou love loveyou ilove password passwd passw pass pwd admin administrator root user test guest demo hello welcome dragon monkey master sunshine princess football baseball superman batman shadow michael jordan charlie letmein login secret china beijing shanghai shenzhen hongyan duanxin'
const runs =
  '0 1 11 12 21 01 00 000 007 110 111 119 123 321 222 333 520 521 555 666 777 888 999 1111 1122 1212 1234 4321 1314 5201 6666 8888 9999 2020 2021 2022 2023 2024 2025 2026 11111 12345 54321 51888 88888 66666 111111 112233 121212 123123 123321 123456 654321 520520 5201314 1314520 666666 888888 000000 1234567 7654321 12345678 87654321 123456789 987654321 1234567890 11111111 88888888 00000000'

/** Keyboard walks, and common tricks to satisfy a password rule. */
const others = `
1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 q1w2e3r4 q1w2e3r4t5 qaz123wsx qazwsx123 qazwsxedc1 qwer1234 1234qwer 12qwaszx zaq12wsx zaq1xsw2
zaq1zaq1 1a2b3c4d a1b2c3d4 a1s2d3f4 1a2s3d4f 123qweasd qweasd123 123qwe123 qwe123qwe 123qweasdzxc qweasdzxc123 asd123asd zxc123zxc asdf1234 1234asdf q1q1q1q1 a1a1a1a1
1q1q1q1q 1a1a1a1a abc123abc 123abc123 abcd1234 1234abcd a123456a a12345678 a1234567 p@ssw0rd passw0rd p@ssword1 pa$$w0rd pa55word pa55w0rd p@$$w0rd1 admin@123 admin@1234
admin@2024 admin@2025 admin@2026 admin#123 admin!123 admin123! admin888 admin8888 root@123 test@123 test@1234 user@123 abc@123456 abc@1234 abc!1234 qwe@1234 qwer@1234 qwer!1234
huawei@123 aa123456! aa@123456 a@123456 a123456! a123456@ password1! password123! password@1 password@123 p@ssw0rd1 p@ssw0rd123 welcome@1 welcome@123 welcome1! pass@123 pass@1234
pass@word1 iloveyou1! love1314 woaini520 woaini521 woaini1314 woaini5201314 5201314wo wo5201314 ai5201314 aini1314 taobao123 weixin123 wechat123 alipay123 baidu123 tencent123 qq123456789
trustno1 starwars1 pokemon1 whatever1 computer1 internet1 samsung1 iphone123 apple123 google123 summer2024 summer2025 summer2026 winter2024 winter2025 spring2026 changeme1 changeme123
`

const common = new Set(others.split(/\s+/).filter(Boolean))
for (const word of words.split(' '))
  for (const run of runs.split(' '))
    for (const text of [word + run, run + word]) if (text.length >= 8 && text.length <= 16) common.add(text)

/** All of them in lower case, for tests. */
export const commonPasswords: ReadonlySet<string> = common

/**
 * Refuses `password_common` for passwords that are guessed first: common ones in any letter case, and the login names.
 */
export function refuseCommonPassword(password: string, names: readonly string[]): void {
  const small = password.toLowerCase()
  const isName = names.some(name => name !== '' && small.includes(name.toLowerCase()))
  if (isName) refuse('password_common', {}, { password: '密码不能包含登录名或手机号，请换一个' })
  if (common.has(small)) refuse('password_common', {}, { password: '该密码过于常见，容易被猜到，请换一个' })
}
