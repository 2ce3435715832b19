// The user's profile on this server: it needs no account, only a cookie that scripts cannot read.
import type { ProfileChange, ProfileLink, ProfileStatistics, PublicProfile, ResultsPage, Yourself } from "../protocol";
import { request } from "./api";

/** Return who this browser is: its profile if it has one, and whether it wants none. */
export const fetchYourself = () => request<Yourself>("/api/profile");
/** Create a profile, also after opting out. */
export const createProfile = (name: string) => request<Yourself>("/api/profile", { body: { name } });
export const changeProfile = (change: ProfileChange) =>
  request<Yourself>("/api/profile", { method: "PATCH", body: change });
/** Delete the profile and all that belongs to it, on all devices. */
export const deleteProfile = () => request<Yourself>("/api/profile", { method: "DELETE" });
/** Play without a profile in this browser. One that it has stays on other devices; without any it is deleted. */
export const optOut = () => request<Yourself>("/api/profile/opt-out", { isPost: true });
/** Take the profile from all other browsers. */
export const signOutOthers = () => request<Yourself>("/api/profile/sign-out-others", { isPost: true });
/** Return a code that brings the profile to another device, once. */
export const createLink = () => request<ProfileLink>("/api/profile/link", { isPost: true });
/** Take over the profile of another device. One that this browser has is added to it with `merge`, else refused. */
export const takeProfile = (code: string, merge: boolean) =>
  request<Yourself>("/api/profile/take", { body: { code, merge } });
export const fetchStatistics = () => request<ProfileStatistics>("/api/profile/statistics");
/** Return a page of the profile's matches, the newest first; pages are counted from 0. */
export const fetchResults = (page = 0) => request<ResultsPage>(`/api/profile/results?page=${page}`);
/** Return what others may see of a profile. */
export const fetchPerson = (id: string) => request<PublicProfile>(`/api/profiles/${encodeURIComponent(id)}`);
/** Return the address of the page that shows others a profile. */
export const pathToPerson = (id: string) => `/people/${id}`;
