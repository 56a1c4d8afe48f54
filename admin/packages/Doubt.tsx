import { Alert } from 'antd'
import { NoChecker } from '#admin/ui/NoChecker.tsx'

export const waits = '已提交复核，另一位同事同意后生效'

/** Warns that a price needs a second person, and why. */
export const Doubt = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <>
      <Alert type="warning" showIcon title={`${text}。提交后须由另一位同事在“复核”中同意。`} style={{ marginBottom: 16 }} />
      <NoChecker />
    </>
  )
