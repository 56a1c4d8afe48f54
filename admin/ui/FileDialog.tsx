import { Button, Form, Input } from 'antd'
import { type ReactNode, useEffect } from 'react'
import type { z } from 'zod'
import { textOf } from '#contract/rules.ts'
import type { CallError } from '#ui/call.ts'
import { Table } from '#ui/display/Table.tsx'
import type { FileRoute } from '#ui/file-route.ts'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { applyFieldErrors, zodRule } from '#ui/form/form-rules.ts'
import { TableFilePicker } from '#ui/form/TableFilePicker.tsx'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import layout from '#ui/theme/layout.module.css'
import { limits } from '#values/limits.ts'
import { pick } from '#values/pick.ts'
import style from './Tables.module.css'

/** A row of a file as the server parsed it. */
export interface ReadRow {
  line: number
  given: string
  /** Why it is skipped. */
  problem: string | null
}

interface FileDialogProps<Row extends ReadRow, Answer extends z.ZodType> {
  title: string
  route: FileRoute<Answer>
  hint: string
  sample: { name: string; rows: readonly (readonly string[])[] }
  file: { fileName: string; rows: Row[] } | null
  /** Another file was picked, and is being read. */
  onPick: () => void
  onRead: (answer: z.input<Answer>) => void
  /** The effect of a row. */
  effect: (row: Row) => ReactNode
  /** Whether a row changes anything. */
  isChange: (row: Row) => boolean
  act: { isPending: boolean; error: CallError | null }
  onApply: (rows: Row[], reason: string, values: Record<string, string>) => void
  /** Fields before the reason. */
  children?: ReactNode
  /** Their values where the parsed file has some; what was typed stays otherwise. */
  first?: Record<string, string>
  /** Whether the file can be applied; by default when at least one row changes something. */
  mayApply?: boolean
  onClose: () => void
}

const shownRows = 200
const reasonRule = textOf('原因', limits.remarkCharacters, 2)

/** A file is previewed, then applied at once with a reason. */
export function FileDialog<Row extends ReadRow, Answer extends z.ZodType>(props: FileDialogProps<Row, Answer>) {
  const [form] = Form.useForm<{ reason: string } & Record<string, string>>()
  const { file, act } = props
  const good = file?.rows.filter(row => row.problem === null) ?? []
  const changes = good.filter(props.isChange)
  const mayApply = props.mayApply ?? changes.length > 0
  const { first } = props
  useEffect(() => form.setFieldsValue(first ?? {}), [form, first])
  useEffect(() => {
    if (act.error) applyFieldErrors(form, act.error)
  }, [form, act.error])
  return (
    <Dialog
      open
      width={760}
      title={props.title}
      onCancel={props.onClose}
      footer={
        <>
          <Button onClick={props.onClose}>取消</Button>
          <Button type="primary" disabled={!mayApply} loading={act.isPending} onClick={() => form.submit()}>
            {changes.length === 0 ? '导入' : `导入 ${changes.length} 行`}
          </Button>
        </>
      }
    >
      <TableFilePicker {...pick(props, 'route', 'hint', 'sample', 'onPick', 'onRead')} />
      {file ? <Preview {...props} file={file} goodCount={good.length} changeCount={changes.length} /> : null}
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={({ reason, ...values }) => !act.isPending && props.onApply(changes, reason, values)}
      >
        {mayApply ? props.children : null}
        <Form.Item name="reason" label="原因" hidden={!mayApply} extra="记入操作记录。" rules={[zodRule(reasonRule)]}>
          <Input.TextArea rows={2} maxLength={limits.remarkCharacters} showCount />
        </Form.Item>
      </Form>
      <FormRefusal error={act.error} />
    </Dialog>
  )
}

function Preview<Row extends ReadRow>({
  file,
  effect,
  goodCount,
  changeCount,
}: {
  effect: (row: Row) => ReactNode
  file: { fileName: string; rows: Row[] }
  goodCount: number
  changeCount: number
}) {
  // Rows with problems come first.
  const rows = [...file.rows].sort((a, b) => Number(a.problem === null) - Number(b.problem === null)).slice(0, shownRows)
  const badCount = file.rows.length - goodCount
  return (
    <section aria-label="文件内容">
      <p aria-live="polite">
        {file.fileName}：共 {file.rows.length} 行，<b>{changeCount}</b> 行有变化
        {goodCount > changeCount ? `，${goodCount - changeCount} 行与现在相同` : ''}
        {badCount > 0 ? (
          <>
            ，<b className={layout.bad}>{badCount}</b> 行不导入
          </>
        ) : null}
        。
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard. */}
      <section className={style.read} aria-label="各行" tabIndex={0}>
        <Table
          className={style.table}
          rows={rows}
          rowKey={row => String(row.line)}
          columns={[
            { title: '行', render: row => row.line },
            { title: '内容', render: row => row.given || '（空）' },
            { title: '结果', render: row => (row.problem === null ? effect(row) : <span className={layout.bad}>{row.problem}</span>) },
          ]}
        />
      </section>
      {file.rows.length > rows.length ? <p className={style.text}>只显示前 {shownRows} 行。</p> : null}
    </section>
  )
}
