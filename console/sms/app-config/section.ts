import { App } from 'antd'
import { useState } from 'react'
import { type AppDetail, appCalls } from '#contract/apps/app.ts'
import { useAct } from '#ui/call.ts'
import { useMay } from '../../session.ts'
import { appAnswers } from '../app-manage/apps.ts'

/** The call input of a section: only its own settings. */
export interface SectionInput {
  settings: Partial<AppDetail['settings']>
  defaultSignatureId?: string | null
}

/**
 * State of one section of an app's settings: the saved values until somebody types, then the typed ones until they are
 * saved.
 */
export function useSection<Draft>(app: AppDetail, kept: Draft, inputOf: (draft: Draft) => SectionInput) {
  const [typed, setTyped] = useState<Draft | null>(null)
  const { message } = App.useApp()
  const mayWrite = useMay('app.write')
  const save = useAct(appCalls.saveSettings, {
    invalidates: appAnswers,
    onDone: () => {
      setTyped(null)
      void message.success('已保存，1秒内生效')
    },
  })
  const draft = typed ?? kept
  const isChanged = JSON.stringify(draft) !== JSON.stringify(kept)
  return {
    draft,
    isChanged,
    mayWrite,
    change: (next: Partial<Draft>) => setTyped({ ...draft, ...next }),
    /** The server's error for a setting. */
    problemOf: (name: string) => save.error?.fields[`settings.${name}`],
    error: save.error,
    panel: {
      isChanged,
      isSaving: save.isPending,
      ...(mayWrite ? { onSave: () => save.mutate({ appId: app.appId, ...inputOf(draft) }) } : {}),
    },
  }
}
