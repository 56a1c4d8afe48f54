import { FilePdfOutlined } from '@ant-design/icons'
import { type AttestationForm, askedItems, documentUseNames, documentUses, itemName } from '#contract/account/attestation-form.ts'
import { Facts } from '#ui/display/Facts.tsx'
import { fact } from '#ui/display/fact.ts'
import { privateFileAddress } from '#ui/private-file.ts'
import layout from '#ui/theme/layout.module.css'
import { isKeyOf } from '#values/keys.ts'
import { maskPhone } from '#values/phone.ts'
import style from './Attestation.module.css'
import type { Submission } from './attestation.ts'

/** The licence first, in the form's order. */
const inOrder = (papers: Submission['papers']) =>
  [...papers].sort((a, b) => documentUseNames.indexOf(a.use) - documentUseNames.indexOf(b.use))

const shownText = (form: AttestationForm, item: Exclude<keyof AttestationForm, 'papers'>) => {
  if (item === 'validUntil' && form.isLongTerm) return '长期'
  return item === 'phone' && form.phone ? maskPhone(form.phone) : String(form[item] || '—')
}

/** Content of a submission, with masked personal numbers, and its documents. */
export function SubmissionFacts({ submission }: { submission: Submission }) {
  const { form } = submission
  const texts = askedItems(form).filter(item => !isKeyOf(documentUses, item))
  return (
    <>
      <Facts facts={texts.map(item => fact(itemName(item, form), shownText(form, item)))} />
      {submission.papers.length > 0 ? (
        <ul className={`${layout.list} ${layout.row12} ${style.gallery}`} aria-label="上传的材料">
          {inOrder(submission.papers).map(({ fileId, use, kind }) => (
            <li key={use}>
              <a href={privateFileAddress(fileId)} target="_blank" rel="noreferrer">
                {kind === 'pdf' ? (
                  <span className={style.document}>
                    <FilePdfOutlined />
                  </span>
                ) : (
                  <img src={privateFileAddress(fileId)} alt="" loading="lazy" />
                )}
                {itemName(use, form)}
              </a>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  )
}
