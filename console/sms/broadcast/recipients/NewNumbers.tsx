import { forget, useRemembered } from '#ui/remembered.ts'
import layout from '#ui/theme/layout.module.css'
import { pairsOf } from '#values/keys.ts'
import { FileDrop } from './FileDrop.tsx'
import { FromPhonebook, phonebookNames } from './FromPhonebook.tsx'
import { sampleFile, type Texts } from './mapping.ts'
import { PasteNumbers } from './PasteNumbers.tsx'
import style from './Recipients.module.css'
import type { Upload } from './send-file.ts'

const wayName = 'broadcast.way'
const ways = { file: '上传文件', paste: '粘贴号码', phonebook: '通讯录' }

/** Numbers from a file, from a paste or from the phonebook. */
export function NewNumbers({ texts, onUpload }: { texts: Texts; onUpload: (upload: Upload) => void }) {
  const [way, setWay] = useRemembered<keyof typeof ways>(wayName, 'file', sessionStorage)
  const take = (upload: Upload) => {
    for (const name of [wayName, ...phonebookNames]) forget(name, sessionStorage)
    onUpload(upload)
  }
  return (
    <div className={`${layout.stack16} ${style.stack}`}>
      <nav className={style.ways} aria-label="号码来源">
        {pairsOf(ways).map(([key, name]) => (
          <button key={key} type="button" aria-pressed={key === way} onClick={() => setWay(key)}>
            {name}
          </button>
        ))}
      </nav>
      <div>
        {way === 'file' ? <FileDrop sample={() => sampleFile(texts.variables)} onUpload={take} /> : null}
        {way === 'paste' ? <PasteNumbers hasVariables={texts.variables.length > 0} onUpload={take} /> : null}
        {way === 'phonebook' ? <FromPhonebook texts={texts} onUpload={take} /> : null}
      </div>
    </div>
  )
}
