import { expect, test } from 'vitest'
import type { Upload } from '../broadcast/recipients/send-file.ts'
import { chooseColumn, firstDraft, importInput, unusedColumns } from './import-mapping.ts'

const upload = (columns: string[], facts: Partial<Upload['shape']> = {}) => ({
  shape: {
    format: 'text',
    encoding: 'utf-8',
    delimiter: ',',
    hasHeader: true,
    columns,
    sample: [],
    phoneColumn: 1,
    ...facts,
  } as Upload['shape'],
})
const fields = [{ fieldKey: 3, name: '生日' }]

test('columns are guessed by their names; the others can become fields', () => {
  const file = upload(['姓名', '手机', ' 生日', '备注', '门店'])
  const draft = firstDraft(file, fields)
  expect(draft.columns).toEqual({ phone: 1, name: 0, remark: 3, 'field:3': 2 })
  expect(unusedColumns(file, draft)).toEqual([{ column: 4, name: '门店' }])
  expect(firstDraft(upload(['第1列', '第2列'], { hasHeader: false }), []).columns).toEqual({ phone: 1, name: 0 })
})

test('a column has one meaning', () => {
  expect(chooseColumn({ phone: 1, name: 0 }, 'remark', 0)).toEqual({ phone: 1, remark: 0 })
  expect(chooseColumn({ phone: 1, name: 0 }, 'name', undefined)).toEqual({ phone: 1 })
})

test('an import is complete when the column of the numbers is known', () => {
  const draft = { ...firstDraft(upload(['姓名', '手机', '生日']), fields), tagIds: ['tag_1'] }
  expect(importInput('upl', 'grp', draft)).toEqual({
    uploadId: 'upl',
    groupId: 'grp',
    hasHeader: true,
    phoneColumn: 1,
    nameColumn: 0,
    remarkColumn: null,
    tagsColumn: null,
    fieldColumns: [{ fieldKey: 3, column: 2 }],
    rule: 'fill',
    consent: null,
    tagIds: ['tag_1'],
  })
  expect(importInput('upl', 'grp', { ...draft, columns: { name: 0 } })).toBeNull()
})
