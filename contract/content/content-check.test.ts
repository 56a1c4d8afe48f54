import { expect, test } from 'vitest'
import { checkTemplateText, lengthsOf } from './content-check.ts'
import { checkSignatureText } from './signature-check.ts'
import { type MessageKind, type TemplateVariable, type VariableKind, variablesOf } from './template-text.ts'

test.each(['云溪书店', 'Yunxi', '7天酒店', '一二三四五六七八九十一二', '客服宝', '通知单管家'])('%s is a signature', text =>
  expect(checkSignatureText(text)).toEqual([]),
)
test('a signature of two characters is accepted with a hint', () =>
  expect(checkSignatureText('鸿雁').map(one => one.level)).toEqual(['hint']))
test.each([
  ['云', 'length'],
  ['一二三四五六七八九十一二三', 'length'],
  ['【鸿雁】', 'brackets'],
  ['云溪 书店', 'characters'],
  ['云溪-书店', 'characters'],
  ['云溪\u200b书店', 'characters'],
  ['Кафе店', 'characters'],
  ['123456', 'digits_only'],
  ['测试', 'neutral'],
  ['TEST', 'neutral'],
  ['系统通知', 'neutral'],
])('%j is no signature: %s', (text, code) => expect(checkSignatureText(text).map(finding => finding.code)).toContain(code))

const check = (kind: MessageKind, text: string, kinds: Record<string, VariableKind> = {}) => {
  const variables: TemplateVariable[] = variablesOf(text).map(name => ({ name, kind: kinds[name] ?? 'text', maxLength: 6 }))
  return checkTemplateText({ kind, text, variables }).map(({ code, level }) => `${level} ${code}`)
}
const isCode = { code: 'code' } as const

test.each<[MessageKind, string]>([
  ['otp', '您的验证码为${code}，5分钟内有效'],
  ['otp', '${code}是您登录云溪的校验码，请在${minutes}分钟内填写'],
  ['transactional', '${name}您好，您的订单${order}已发货，请注意查收'],
  ['transactional', '感谢各位参加群众活动，我们将增加微笑服务'],
  ['transactional', '①出示身份证 ②签字'],
  ['marketing', '周末满99减20，欢迎来店，拒收请回复R'],
])('%s “%s” has nothing to mend', (kind, text) => expect(check(kind, text, isCode)).toEqual([]))

test.each<[MessageKind, string, string]>([
  ['otp', '  ', 'refuse empty'],
  ['otp', '您的验证码已发送', 'refuse code_variable'],
  ['otp', '登录${code}', 'refuse code_word'],
  ['otp', '验证码${code}，点击www.a.com', 'refuse code_link'],
  ['otp', '验证码${code}，限时优惠', 'refuse advertising'],
  ['otp', '验证码${code}，退订回T', 'refuse opt_out_in_code'],
  ['otp', '验证码${code}，疑问请拨13800138000', 'refuse phone'],
  ['transactional', '您的包裹已到，拒收请回复R', 'refuse opt_out_in_transactional'],
  ['transactional', '新品上市，八折优惠', 'note advertising'],
  ['transactional', '【鸿雁】您好', 'refuse brackets'],
  ['transactional', '您好\u200b，已发货', 'refuse invisible'],
  ['transactional', '您\u3164好，已发货', 'refuse invisible'],
  ['transactional', '加微\uffa0信abc12345领取', 'refuse chat_id'],
  ['transactional', '您好${1a}', 'refuse variable_name'],
  ['transactional', '您好${姓名}', 'refuse variable_name'],
  ['transactional', '您好${name', 'refuse variable_name'],
  ['transactional', '${a}${b}您好', 'refuse variable_adjacent'],
  ['transactional', '${a}，${b}。', 'refuse variable_only'],
  ['transactional', '您好{1}，已发货', 'note variable_other'],
  ['transactional', '您好@var(name)，已发货', 'note variable_other'],
  ['transactional', '请联系司机 138-0013-8000', 'note phone'],
  ['transactional', '客服４００－１２３－４５６７', 'note phone'],
  ['transactional', '加QQ 12345678 领取', 'refuse chat_id'],
  ['transactional', '薇 信：abc_12345', 'refuse chat_id'],
  ['transactional', '添加微信领资料', 'note chat_invitation'],
  ['transactional', '详情见 https://a.cn/x', 'note link'],
  ['transactional', 'ＡＢ类用户请留意', 'hint full_width'],
  ['transactional', '请登录аpp查看', 'note look_alike'],
  ['transactional', '★到货★', 'hint symbol'],
  ['otp', '您的验证码是${code}', 'hint code_purpose'],
  ['transactional', '请联系一三八零零一三八零零零', 'note phone'],
  ['transactional', '请联系1⃣3❤8 0013 ⑧000', 'note phone'],
  ['transactional', '加V❤X：abc_12345', 'refuse chat_id'],
  ['transactional', '＋V 领资料', 'note chat_invitation'],
  ['transactional', '加薇❤信领资料', 'note chat_invitation'],
  ['transactional', '恭喜🎉已到货', 'note emoji'],
  ['marketing', '周末有活动', 'hint opt_out_added'],
])('%s “%s”: %s', (kind, text, finding) => expect(check(kind, text, isCode)).toContain(finding))

test("the form's variables must be those of the text, in its order", () => {
  const variable = (name: string): TemplateVariable => ({ name, kind: 'text', maxLength: 6 })
  const text = '${a}和${b}'
  const codes = (names: string[]) => checkTemplateText({ kind: 'transactional', text, variables: names.map(variable) }).map(one => one.code)
  expect(codes(['a', 'b'])).toEqual([])
  for (const names of [['b', 'a'], ['a'], ['a', 'b', 'c'], []]) expect(codes(names)).toContain('variable_untold')
})

test('a text that may exceed the longest message is reported, and twenty-one variables are refused', () => {
  const long = `${'字'.repeat(470)}\${a}`
  const withLength = (maxLength: number) =>
    checkTemplateText({ kind: 'transactional', text: long, variables: [{ name: 'a', kind: 'text', maxLength }] })
  expect(withLength(10).map(one => one.code)).toEqual([])
  expect(withLength(35).map(one => one.code)).toEqual(['long'])
  const many = Array.from({ length: 21 }, (_, index) => `\${v${index}}`).join('，')
  expect(check('transactional', `您好${many}`)).toContain('refuse variable_count')
})

const marked = (kind: MessageKind, text: string, code: string) => {
  const variables: TemplateVariable[] = variablesOf(text).map(name => ({ name, kind: 'text', maxLength: 6 }))
  const finding = checkTemplateText({ kind, text, variables }).find(one => one.code === code)
  return finding?.marks?.map(({ from, to }) => text.slice(from, to))
}

test.each<[MessageKind, string, string, string[]]>([
  ['transactional', '😀新品上市，八折优❤惠', 'advertising', ['优❤惠', '新品上市']],
  ['transactional', '请联系司机 138-0013-8000，或4001234567', 'phone', ['138-0013-8000', '4001234567']],
  ['transactional', '${name}，加薇❤信领资料', 'chat_invitation', ['加薇❤信']],
  ['transactional', '看 https://a.cn/x 和www.b.com', 'link', ['https://a.cn/x', 'www.b.com']],
  ['transactional', '您好${姓名}，${1}', 'variable_name', ['${姓名}', '${1}']],
  ['transactional', '您好${a}${b}，到了', 'variable_adjacent', ['${a}${b}']],
  ['transactional', '您好{1}，{2}到了', 'variable_other', ['{1}', '{2}']],
  ['transactional', '您好\u200b，到\u2060了', 'invisible', ['\u200b', '\u2060']],
  ['transactional', '您\u115f好\u1160，\u3164到\uffa0了\u034f', 'invisible', ['\u034f', '\u115f', '\u1160', '\u3164', '\uffa0']],
  ['transactional', '您的包裹已到，退订回T', 'opt_out_in_transactional', ['退订回T']],
])('%s “%s”: %s is marked where it stands', (kind, text, code, marks) =>
  expect(marked(kind, text, code)?.toSorted()).toEqual(marks.toSorted()),
)

test.each([
  '营业时间8:00-21:00，地址人民路138号',
  '订单20261121090000123456已发货',
  '会议13:00-14:00，人数10',
  '增加微笑服务，添加V型支架',
  '2026年11月21日15:30至16:30停电',
])('“%s” has no contact', text =>
  expect(checkTemplateText({ kind: 'transactional', text, variables: [] }).map(one => one.code)).not.toContainEqual(
    expect.stringMatching(/phone|chat|link/),
  ),
)

test('the shortest and the longest message of a template include signature and opt-out suffix', () => {
  const variables: TemplateVariable[] = [
    { name: 'code', kind: 'code', maxLength: 6 },
    { name: 'name', kind: 'text', maxLength: 10 },
  ]
  expect(lengthsOf({ kind: 'transactional', text: '${code}，${name}', variables }, '鸿雁')).toEqual({ shortest: 10, longest: 21 })
  expect(lengthsOf({ kind: 'marketing', text: '到店${name}', variables }, '鸿雁').shortest).toBe('【鸿雁】到店一，拒收请回复R'.length)
})

test("signs within a link aren't checked", () => {
  const codes = checkTemplateText({ kind: 'transactional', text: '详情见https://a.cn/x?a=1&b=~c', variables: [] }).map(one => one.code)
  expect(codes).toEqual(['link'])
})
