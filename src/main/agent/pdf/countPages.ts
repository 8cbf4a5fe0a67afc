import { PDFDocument } from '@cantoo/pdf-lib';

/** Undefined for what is no PDF, is broken, or is protected by a password. */
export async function countPages(bytes: Uint8Array): Promise<number | undefined> {
  try {
    const document = await PDFDocument.load(bytes, { updateMetadata: false });
    const pages = document.getPageCount();
    return pages > 0 ? pages : undefined;
  } catch {
    return undefined;
  }
}
