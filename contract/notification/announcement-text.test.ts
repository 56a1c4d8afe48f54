import { expect, test } from 'vitest'
import { linkTarget, parseAnnouncement } from './announcement-text.ts'

test('the markup of an announcement becomes its blocks', () => {
  const text = '## 变更\n\n自 **12 月 1 日** 起生效，\n详见 [签名](/sms/signature?id=1)。\n\n- 甲\n- 乙\n1. 一\n2. 二\n> 注\n---\n完'
  expect(parseAnnouncement(text)).toEqual([
    { kind: 'heading', pieces: [{ kind: 'plain', text: '变更' }] },
    {
      kind: 'paragraph',
      pieces: [
        { kind: 'plain', text: '自 ' },
        { kind: 'strong', text: '12 月 1 日' },
        { kind: 'plain', text: ' 起生效，\n详见 ' },
        { kind: 'link', text: '签名', to: '/sms/signature?id=1' },
        { kind: 'plain', text: '。' },
      ],
    },
    { kind: 'list', isOrdered: false, items: [[{ kind: 'plain', text: '甲' }], [{ kind: 'plain', text: '乙' }]] },
    { kind: 'list', isOrdered: true, items: [[{ kind: 'plain', text: '一' }], [{ kind: 'plain', text: '二' }]] },
    { kind: 'quote', pieces: [{ kind: 'plain', text: '注' }] },
    { kind: 'rule' },
    { kind: 'paragraph', pieces: [{ kind: 'plain', text: '完' }] },
  ])
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  '//evil.example/',
  '/\\evil.example',
  'file:///etc/passwd',
  'mailto:a@b.c?body=x',
  'blob:https://x/1',
  '\u0001javascript:alert(1)',
])('a link to %j is none', address => {
  expect(linkTarget(address)).toBeNull()
  expect(JSON.stringify(parseAnnouncement(`[点我](${address})`))).not.toContain('"link"')
})

test('HTML tags are plain text', () => {
  const text = '<img src=x onerror=alert(1)><script>alert(1)</script>'
  expect(parseAnnouncement(text)).toEqual([{ kind: 'paragraph', pieces: [{ kind: 'plain', text }] }])
})
