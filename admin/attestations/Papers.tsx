import { FilePdfOutlined } from '@ant-design/icons'
import { type DocumentUse, documentUseNames, itemName } from '#contract/account/attestation-form.ts'
import { staffFileReading } from '#contract/account/private-file.ts'
import { queryString } from '#ui/call.ts'
import layout from '#ui/theme/layout.module.css'
import style from './Attestations.module.css'
import type { Attestation } from './attestation.ts'

/** The licence first, in the form's order. */
const inOrder = (a: { use: DocumentUse }, b: { use: DocumentUse }) => documentUseNames.indexOf(a.use) - documentUseNames.indexOf(b.use)

/** The uploaded documents of a submission. */
export function Papers({ detail: { papers, accountId, form, reasons } }: { detail: Attestation }) {
  if (papers.length === 0) return <p>没有上传材料。</p>
  return (
    <ul className={`${layout.list} ${layout.stack16} ${style.papers}`}>
      {[...papers].sort(inOrder).map(({ fileId, use, kind, fileName }) => {
        const address = staffFileReading.path + queryString({ accountId, fileId })
        const name = itemName(use, form)
        return (
          <li key={use}>
            <figure>
              <figcaption>
                <b>{name}</b>
                <a href={address} target="_blank" rel="noreferrer" aria-label={`查看大图：${name}`}>
                  查看大图
                </a>
              </figcaption>
              {kind === 'pdf' ? (
                <a data-kind="pdf" href={address} target="_blank" rel="noreferrer">
                  <FilePdfOutlined /> {fileName}
                </a>
              ) : (
                <img src={address} alt={`${name}：${fileName}`} />
              )}
              {reasons?.[use] ? (
                <span className={style.finding} data-level="refuse">
                  驳回：{reasons[use]}
                </span>
              ) : null}
            </figure>
          </li>
        )
      })}
    </ul>
  )
}
