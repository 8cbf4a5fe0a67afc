import type { AppError } from '../../shared/errors.ts';

export const busy: AppError = {
  code: 'chat/busy',
  message: 'An answer is still being written.',
};

export function unknownConversation(id: string): AppError {
  return {
    code: 'chat/unknown-conversation',
    message: 'This conversation does not exist.',
    params: { id },
  };
}

export const emptyMessage: AppError = { code: 'chat/empty', message: 'The message is empty.' };

export const noPrompt: AppError = {
  code: 'chat/no-prompt',
  message: 'This question is no longer open.',
};
