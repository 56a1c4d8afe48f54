import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { templateFileRoute } from '#contract/content/template.ts'
import { invalidate } from '#ui/call.ts'
import { StateTag } from '#ui/display/StateTag.tsx'
import { TableFilePicker } from '#ui/form/TableFilePicker.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { limits } from '#values/limits.ts'
import { templateAnswers } from './noun.ts'
import style from './Template.module.css'

type Imported = z.input<typeof templateFileRoute.answer>

const sample = {
  name: '模板导入示例',
  rows: [
    ['模板名称', '类型', '内容', '申请说明'],
    ['登录验证码', '验证码', '您的登录验证码为${code}，5分钟内有效，请勿告诉他人。', '会员登录'],
    ['发货通知', '通知', '您的订单${order}已发货，预计${day}送达。', '商城发货后发给买家'],
  ],
}

/** 批量导入: each row of a table becomes a draft; shows the result of each. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [file, setFile] = useState<Imported | null>(null)
  const made = file?.rows.filter(row => row.templateId !== null) ?? []
  return (
    <Dialog
      open
      width={720}
      title="批量导入模板"
      onCancel={onClose}
      footer={
        <Button type={file ? 'primary' : 'default'} onClick={onClose}>
          {file ? '完成' : '取消'}
        </Button>
      }
    >
      <TableFilePicker
        route={templateFileRoute}
        hint={`须有“模板名称”“内容”两列，“类型”不填为通知。每行存为一个草稿，检查后再提交审核；{1}、@var(name) 等写法自动转换。一次最多 ${limits.templateFileRows} 行。`}
        sample={sample}
        onRead={answer => {
          invalidate(client, templateAnswers)
          setFile(answer)
        }}
      />
      {file ? (
        <>
          <p aria-live="polite">
            {file.fileName}：共 {file.rows.length} 行，已存为草稿 <b>{made.length}</b> 个。
          </p>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
          <section className={style.imported} aria-label="各行结果" tabIndex={0}>
            <ol>
              {file.rows.map(row => (
                <li key={row.line}>
                  <span>第 {row.line} 行</span>
                  <b>{row.name || '（没有名称）'}</b>
                  <RowResult row={row} />
                </li>
              ))}
            </ol>
          </section>
        </>
      ) : null}
    </Dialog>
  )
}

function RowResult({ row }: { row: Imported['rows'][number] }) {
  if (row.problem !== null)
    return (
      <span>
        <StateTag tone="bad">没有导入</StateTag> {row.problem}
      </span>
    )
  if (row.refusedCount > 0)
    return (
      <span>
        <StateTag tone="waiting">已存为草稿</StateTag> 有 {row.refusedCount} 处须修改后才能提交
      </span>
    )
  return <StateTag tone="good">已存为草稿</StateTag>
}
