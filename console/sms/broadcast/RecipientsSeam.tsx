import type { UploadReport } from '#contract/upload.ts'

export function RecipientsStep(_: {
  templateId: string
  signatureId: string
  uploadId?: string
  onReady: (upload: { uploadId: string; report: UploadReport }) => void
}) {
  return <p>号码</p>
}
