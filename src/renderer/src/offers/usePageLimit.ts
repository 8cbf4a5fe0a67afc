import { useEffect, useState } from 'react';
import { fewestPages } from '../../../shared/attachLimits.ts';
import { ask, useBridge } from '../api.ts';
import { pagesOf } from './draftAttachments.ts';
import type { DraftAttachment } from './draftAttachments.ts';

/** How many pages of PDF the message may have; asked for only where it has more than all models take. */
export function usePageLimit(
  attachments: readonly DraftAttachment[],
  conversationId: string,
  model: string | undefined,
): number {
  const bridge = useBridge();
  const [limit, setLimit] = useState<number>();
  const isLong = pagesOf(attachments) > fewestPages;
  useEffect(() => {
    if (!isLong) return;
    let isCurrent = true;
    const asked = {
      ...(conversationId !== '' && { conversationId }),
      ...(model !== undefined && { model }),
    };
    ask(bridge, 'attach.pageLimit', asked).then(
      (most) => isCurrent && setLimit(most),
      // Then it is said when the message is sent.
      () => isCurrent && setLimit(undefined),
    );
    return () => {
      isCurrent = false;
      setLimit(undefined);
    };
  }, [bridge, isLong, conversationId, model]);
  return limit ?? Number.POSITIVE_INFINITY;
}
