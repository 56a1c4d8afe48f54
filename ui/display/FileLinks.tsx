import { FileImageOutlined, FilePdfOutlined } from '@ant-design/icons'
import type { ReactNode } from 'react'
import layout from '#ui/theme/layout.module.css'
import style from './FileLinks.module.css'

interface FileLinksProps<File> {
  files: readonly File[]
  addressOf: (file: File) => string
  /** What the file is, before its name. */
  labelOf?: (file: File) => string
  /** After each file: a button that removes it. */
  actionFor?: (file: File) => ReactNode
}
interface LinkedFile {
  fileName: string
  mediaType: string
  byteCount: number
}

/** Files with their kind and size; a click opens one in a new tab. */
export function FileLinks<File extends LinkedFile>({ files, addressOf, labelOf, actionFor }: FileLinksProps<File>) {
  return (
    <ul className={`${layout.list} ${layout.stack4} ${style.files}`}>
      {files.map(file => (
        <li key={addressOf(file)}>
          {file.mediaType === 'application/pdf' ? <FilePdfOutlined /> : <FileImageOutlined />}
          {labelOf ? <span>{labelOf(file)}</span> : null}
          <a href={addressOf(file)} target="_blank" rel="noreferrer">
            {file.fileName}
          </a>
          <span>{Math.max(1, Math.round(file.byteCount / 1024))} KB</span>
          {actionFor?.(file)}
        </li>
      ))}
    </ul>
  )
}
