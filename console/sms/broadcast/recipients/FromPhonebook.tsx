import { Button, Radio, Select } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useReachable } from '#console/shared/PageLink.tsx'
import { contactLabelCalls } from '#contract/recipients/contact-label.ts'
import { contactRecipientCalls } from '#contract/recipients/contact-recipients.ts'
import { phonebookCalls } from '#contract/recipients/phonebook.ts'
import { useAct, useCall } from '#ui/call.ts'
import { Count, thousands } from '#ui/display/Count.tsx'
import { ErrorPanel } from '#ui/ErrorPanel.tsx'
import { Field } from '#ui/form/Field.tsx'
import { FormRefusal } from '#ui/form/FormRefusal.tsx'
import { PageSkeleton } from '#ui/frame/PageSkeleton.tsx'
import { useRemembered } from '#ui/remembered.ts'
import layout from '#ui/theme/layout.module.css'
import { pathTo } from '../../../paths.ts'
import { groupOptions } from '../../phonebook/phonebook.ts'
import type { Texts } from './mapping.ts'
import style from './Recipients.module.css'
import type { Upload } from './send-file.ts'

/** The choice that survives a reload, in this tab. */
export const phonebookNames = ['broadcast.groups', 'broadcast.tags'] as const

/** Recipients from the phonebook: contacts of some groups, with some tags. */
export function FromPhonebook({ texts, onUpload }: { texts: Texts; onUpload: (upload: Upload) => void }) {
  const isMarketing = texts.kind === 'marketing'
  const [groupIds, setGroupIds] = useRemembered<string[]>(phonebookNames[0], [], sessionStorage)
  const [tagIds, setTagIds] = useRemembered<string[]>(phonebookNames[1], [], sessionStorage)
  // Marketing defaults to contacts who consented; including others is a choice with their number shown.
  const [needsConsent, setNeedsConsent] = useState(isMarketing)
  const groups = useCall(phonebookCalls.groups, {})
  const tags = useCall(contactLabelCalls.list, {})
  const reach = { groupIds, tagIds, needsConsent }
  const all = useCall(contactRecipientCalls.count, { ...reach, needsConsent: false }, { staleTimeMs: 0 })
  const agreed = useCall(contactRecipientCalls.count, { ...reach, needsConsent: true }, { staleTimeMs: 0 })
  const count = needsConsent ? agreed : all
  const take = useAct(contactRecipientCalls.take, { onDone: onUpload })
  const error = groups.error ?? tags.error
  if (error) return <ErrorPanel title="通讯录没能加载" error={error} onRetry={() => void Promise.all([groups.refetch(), tags.refetch()])} />
  if (!groups.data || !tags.data) return <PageSkeleton />
  if (groups.data.rows.every(group => group.contactCount === 0))
    return (
      <p>
        通讯录里还没有联系人。<Link to="/sms/phonebook">去添加或导入</Link>
      </p>
    )
  const found = count.data?.count ?? 0
  return (
    <>
      <Field label="分组" hint="可以选几个，选中的分组包括它的下级分组；不选时为全部联系人">
        {({ id }) => (
          <Select
            id={id}
            mode="multiple"
            style={{ width: '100%' }}
            placeholder="全部分组"
            showSearch={{ optionFilterProp: 'label' }}
            value={groupIds}
            options={groupOptions(groups.data.rows)}
            onChange={setGroupIds}
          />
        )}
      </Field>
      {tags.data.tags.length > 0 ? (
        <Field label="标签" isOptional hint="有其中任何一个标签的联系人">
          {({ id }) => (
            <Select
              id={id}
              mode="multiple"
              style={{ width: '100%' }}
              placeholder="不限"
              showSearch={{ optionFilterProp: 'label' }}
              value={tagIds}
              options={tags.data.tags.map(tag => ({ value: tag.tagId, label: tag.name }))}
              onChange={setTagIds}
            />
          )}
        </Field>
      ) : null}
      {all.data && agreed.data ? (
        <ConsentChoice
          isMarketing={isMarketing}
          agreedCount={agreed.data.count}
          otherCount={all.data.count - agreed.data.count}
          groupId={groupIds.length === 1 ? groupIds[0] : undefined}
          needsConsent={needsConsent}
          onChange={setNeedsConsent}
        />
      ) : null}
      <p aria-live="polite">
        {count.data ? (
          <>
            共 <Count count={found} unit="个联系人" />
            {texts.variables.length > 0 ? <span className={style.note}> 下一步把姓名和自定义字段填进模板变量</span> : null}
          </>
        ) : (
          '正在统计…'
        )}
      </p>
      <FormRefusal error={all.error ?? agreed.error ?? take.error} />
      <Button
        type="primary"
        disabled={found === 0}
        loading={take.isPending}
        onClick={() => take.mutate({ ...reach, hasColumns: texts.variables.length > 0 })}
      >
        {found === 0 ? '没有符合条件的联系人' : `使用这 ${thousands(found)} 个联系人`}
      </Button>
    </>
  )
}

interface ConsentChoiceProps {
  isMarketing: boolean
  agreedCount: number
  otherCount: number
  /** The only chosen group. */
  groupId: string | undefined
  needsConsent: boolean
  onChange: (needsConsent: boolean) => void
}

/**
 * Whether contacts without a known consent are included: a choice with their number, and a link to record the consent.
 */
function ConsentChoice({ isMarketing, agreedCount, otherCount, groupId, needsConsent, onChange }: ConsentChoiceProps) {
  const isReachable = useReachable()
  return (
    <>
      <Radio.Group
        aria-label="同意接收推广"
        className={layout.stack8}
        value={needsConsent}
        onChange={event => onChange(event.target.value === true)}
        options={[
          { value: true, label: `只发给登记了同意接收推广的 ${thousands(agreedCount)} 人` },
          {
            value: false,
            label: `也发给没有登记的 ${thousands(otherCount)} 人${isMarketing ? '，我确认他们都已同意接收推广' : ''}`,
            disabled: otherCount === 0,
          },
        ]}
      />
      {otherCount > 0 ? (
        <p className={style.note}>
          {thousands(otherCount)} 人未登记同意
          {isReachable('/sms/phonebook') ? (
            <>
              {' · '}
              <Link to={pathTo('/sms/phonebook', { consent: 'no', groupId })}>去登记</Link>
            </>
          ) : null}
          {isMarketing ? '。推广短信只能发给同意接收的人。' : ''}
        </p>
      ) : null}
    </>
  )
}
