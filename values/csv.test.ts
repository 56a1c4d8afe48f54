import { expect, test } from 'vitest'
import { csvText } from './csv.ts'

test.each([
  '=1+1',
  '=HYPERLINK("http://evil.example","点击")',
  '+86 13800138000',
  '-2+3+cmd|" /C calc"!A0',
  '@SUM(1+1)*cmd|" /C calc"!A0',
  '\t=1+1',
  '\r=1+1',
  '\n=1+1',
  '  =1+1',
  '　＝1+1',
  '＋1',
  '－1',
  '＠x',
  '\u200b=1+1',
  '\u2060\u180e @x',
  '\u3164+1',
  '\u0000-1',
])('%j is no formula any more', text => {
  const cell = csvText(text).replace(/^"|"$/g, '').replaceAll('""', '"')
  expect(cell).toBe(`'${text}`)
})

test.each([
  ['您好', '您好'],
  ['', ''],
  ['a=b', 'a=b'],
  ['一,二', '"一,二"'],
  ['说"好"', '"说""好"""'],
  ['一\r\n二', '"一\r\n二"'],
  ['123', '123'],
  ['007', '007\t'],
  ['20261121000000001', '20261121000000001\t'],
  ['3E10', '3E10\t'],
])('%j stands as %j', (text, cell) => expect(csvText(text)).toBe(cell))
