import { ApiError } from '../lib/apiError';

/** The message for a code that is wrong or expired. */
export const WRONG_CODE = 'This code is incorrect';
/** The message for a sign-in that was refused for any other reason. */
export const SIGN_IN_FAILED = 'Could not sign you in';
/** Messages for the error codes of Better Auth. */
const MESSAGES: Readonly<Record<string, string>> = {
  INVALID_OTP: WRONG_CODE,
  OTP_EXPIRED: WRONG_CODE,
  TOO_MANY_ATTEMPTS: 'Too many attempts. Request a new code',
  INVALID_EMAIL_OR_PASSWORD: 'The email address or password is incorrect',
};

/** Rethrows what Better Auth refuses as `ApiError` 401. Its internal errors pass through and become 500. */
export async function withApiErrors<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof ApiError) throw error;
    const { statusCode, body } = error as { statusCode?: unknown; body?: { code?: unknown } };
    if (typeof statusCode !== 'number' || statusCode >= 500) throw error;
    throw new ApiError('NOT_AUTHENTICATED', MESSAGES[String(body?.code)] ?? SIGN_IN_FAILED, {
      cause: error,
    });
  }
}
