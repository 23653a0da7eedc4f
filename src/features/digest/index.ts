export { previewDigest, sendDigests } from "./send"
